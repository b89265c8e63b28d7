// Generated from contracts/test/SanctionsList.sol by `npm run contracts`. Do not edit.

export const sanctionsListAbi = [
  {
    inputs: [{ internalType: "address", name: "account", type: "address" }],
    name: "isSanctioned",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "account", type: "address" },
      { internalType: "bool", name: "isOn", type: "bool" },
    ],
    name: "set",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [{ internalType: "bool", name: "isOn", type: "bool" }],
    name: "setSilent",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const;

export const sanctionsListBytecode =
  "0x6080806040523460155761023f908161001a8239f35b5f80fdfe60806040526004361015610011575f80fd5b5f3560e01c806335e3b25a1461017a578063df592f7d146100ab5763f4a0740c1461003a575f80fd5b346100a75760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126100a7576004358015158091036100a75760ff7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00600154169116176001555f80f35b5f80fd5b346100a75760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126100a7576100e261020f565b60ff6001541661011c5773ffffffffffffffffffffffffffffffffffffffff165f525f602052602060ff60405f2054166040519015158152f35b60646040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152600660248201527f73696c656e7400000000000000000000000000000000000000000000000000006044820152fd5b346100a75760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126100a7576101b161020f565b602435908115158092036100a75773ffffffffffffffffffffffffffffffffffffffff165f525f60205260405f209060ff7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0083541691161790555f80f35b6004359073ffffffffffffffffffffffffffffffffffffffff821682036100a75756fea164736f6c6343000825000a" as const;
