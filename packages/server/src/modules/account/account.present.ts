import type { Me } from '@inkling/contract/account';

export interface MeRow {
  id: string;
  username: string;
  display_name: string;
  bio: string;
  avatar: string | null;
  role: 'reader' | 'author';
  is_admin: boolean;
  is_verified: boolean;
  created_at: Date;
  email: string;
}

export const presentMe = (row: MeRow): Me => ({
  _id: row.id,
  id: row.id,
  username: row.username,
  displayName: row.display_name || row.username,
  bio: row.bio,
  email: row.email,
  avatar: row.avatar,
  role: row.role,
  isAdmin: row.is_admin,
  verified: row.is_verified,
  isVerified: row.is_verified,
  createdAt: row.created_at.toISOString(),
});
