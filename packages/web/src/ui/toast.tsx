export { default as toast } from 'react-hot-toast';
