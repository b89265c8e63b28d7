const PATH = "/console/join";

export const isJoinPage = (): boolean => location.pathname === PATH;
