import { Menu, MenuItem, type MenuProps } from '../../ui/menu.tsx';

interface Props extends MenuProps {
  onChoose: (dialog: 'leave' | 'hand-over' | 'delete') => void;
}

/** The ways in which a founder can give up a community. */
export const FounderMenu = ({ onChoose, ...menu }: Props) => (
  <Menu {...menu}>
    <MenuItem onSelect={() => onChoose('leave')}>Leave</MenuItem>
    <MenuItem onSelect={() => onChoose('hand-over')}>Hand over</MenuItem>
    <MenuItem danger onSelect={() => onChoose('delete')}>
      Delete
    </MenuItem>
  </Menu>
);
