// Generated from contracts/test/NoReturnToken.sol by `npm run contracts`. Do not edit.

export const noReturnTokenAbi = [
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "from", type: "address" },
      { indexed: true, internalType: "address", name: "to", type: "address" },
      { indexed: false, internalType: "uint256", name: "value", type: "uint256" },
    ],
    name: "Transfer",
    type: "event",
  },
  {
    inputs: [
      { internalType: "address", name: "owner", type: "address" },
      { internalType: "address", name: "spender", type: "address" },
    ],
    name: "allowance",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "spender", type: "address" },
      { internalType: "uint256", name: "amount", type: "uint256" },
    ],
    name: "approve",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "account", type: "address" }],
    name: "balanceOf",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "decimals",
    outputs: [{ internalType: "uint8", name: "", type: "uint8" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "amount", type: "uint256" },
    ],
    name: "mint",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [],
    name: "name",
    outputs: [{ internalType: "string", name: "", type: "string" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "symbol",
    outputs: [{ internalType: "string", name: "", type: "string" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "amount", type: "uint256" },
    ],
    name: "transfer",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "from", type: "address" },
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "amount", type: "uint256" },
    ],
    name: "transferFrom",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const;

export const noReturnTokenBytecode =
  "0x60808060405234601557610619908161001a8239f35b5f80fdfe60806040526004361015610011575f80fd5b5f3560e01c806306fdde0314610440578063095ea7b3146103d457806323b872dd1461033a578063313ce5671461030157806340c10f191461026b57806370a082311461020957806395d89b4114610152578063a9059cbb1461010c5763dd62ed3e1461007c575f80fd5b346101085760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610108576100b361050a565b73ffffffffffffffffffffffffffffffffffffffff6100d061052d565b91165f52600160205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f52602052602060405f2054604051908152f35b5f80fd5b346101085760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101085761015061014661050a565b6024359033610597565b005b34610108575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261010857604051604081019080821067ffffffffffffffff8311176101dc576101d891604052600481527f54455354000000000000000000000000000000000000000000000000000000006020820152604051918291826104c2565b0390f35b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b346101085760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101085773ffffffffffffffffffffffffffffffffffffffff61025561050a565b165f525f602052602060405f2054604051908152f35b346101085760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610108576102a261050a565b5f7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef602073ffffffffffffffffffffffffffffffffffffffff602435941693848452838252604084206102f682825461058a565b9055604051908152a3005b34610108575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261010857602060405160068152f35b346101085760607ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101085761015061037461050a565b61037c61052d565b6044359173ffffffffffffffffffffffffffffffffffffffff81165f52600160205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f5260205260405f206103cd848254610550565b9055610597565b346101085760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101085761040b61050a565b335f52600160205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f5260205260405f2060243590555f80f35b34610108575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261010857604051604081019080821067ffffffffffffffff8311176101dc576101d891604052600981527f4e6f2052657475726e00000000000000000000000000000000000000000000006020820152604051918291825b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f602060409481855280519182918282880152018686015e5f8582860101520116010190565b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361010857565b6024359073ffffffffffffffffffffffffffffffffffffffff8216820361010857565b9190820391821161055d57565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b9190820180921161055d57565b602073ffffffffffffffffffffffffffffffffffffffff807fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef931693845f525f835260405f206105e8878254610550565b90551693845f525f825260405f2061060182825461058a565b9055604051908152a356fea164736f6c6343000825000a" as const;
