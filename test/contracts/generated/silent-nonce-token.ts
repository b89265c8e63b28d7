// Generated from contracts/test/SilentNonceToken.sol by `npm run contracts`. Do not edit.

export const silentNonceTokenAbi = [
  { inputs: [], name: "AuthorizationUsed", type: "error" },
  { inputs: [], name: "CallerNotReceiver", type: "error" },
  { inputs: [], name: "ECDSAInvalidSignature", type: "error" },
  {
    inputs: [{ internalType: "uint256", name: "length", type: "uint256" }],
    name: "ECDSAInvalidSignatureLength",
    type: "error",
  },
  { inputs: [{ internalType: "bytes32", name: "s", type: "bytes32" }], name: "ECDSAInvalidSignatureS", type: "error" },
  {
    inputs: [
      { internalType: "address", name: "spender", type: "address" },
      { internalType: "uint256", name: "allowance", type: "uint256" },
      { internalType: "uint256", name: "needed", type: "uint256" },
    ],
    name: "ERC20InsufficientAllowance",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "sender", type: "address" },
      { internalType: "uint256", name: "balance", type: "uint256" },
      { internalType: "uint256", name: "needed", type: "uint256" },
    ],
    name: "ERC20InsufficientBalance",
    type: "error",
  },
  {
    inputs: [{ internalType: "address", name: "approver", type: "address" }],
    name: "ERC20InvalidApprover",
    type: "error",
  },
  {
    inputs: [{ internalType: "address", name: "receiver", type: "address" }],
    name: "ERC20InvalidReceiver",
    type: "error",
  },
  { inputs: [{ internalType: "address", name: "sender", type: "address" }], name: "ERC20InvalidSender", type: "error" },
  {
    inputs: [{ internalType: "address", name: "spender", type: "address" }],
    name: "ERC20InvalidSpender",
    type: "error",
  },
  { inputs: [], name: "InvalidShortString", type: "error" },
  { inputs: [], name: "SignatureWrong", type: "error" },
  { inputs: [{ internalType: "string", name: "str", type: "string" }], name: "StringTooLong", type: "error" },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "owner", type: "address" },
      { indexed: true, internalType: "address", name: "spender", type: "address" },
      { indexed: false, internalType: "uint256", name: "value", type: "uint256" },
    ],
    name: "Approval",
    type: "event",
  },
  { anonymous: false, inputs: [], name: "EIP712DomainChanged", type: "event" },
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
    inputs: [],
    name: "DOMAIN_SEPARATOR",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "view",
    type: "function",
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
      { internalType: "uint256", name: "value", type: "uint256" },
    ],
    name: "approve",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "payer", type: "address" },
      { internalType: "bytes32", name: "nonce", type: "bytes32" },
    ],
    name: "authorizationState",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "view",
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
    inputs: [],
    name: "eip712Domain",
    outputs: [
      { internalType: "bytes1", name: "fields", type: "bytes1" },
      { internalType: "string", name: "name", type: "string" },
      { internalType: "string", name: "version", type: "string" },
      { internalType: "uint256", name: "chainId", type: "uint256" },
      { internalType: "address", name: "verifyingContract", type: "address" },
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "uint256[]", name: "extensions", type: "uint256[]" },
    ],
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
    inputs: [
      { internalType: "address", name: "from", type: "address" },
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "value", type: "uint256" },
      { internalType: "uint256", name: "validAfter", type: "uint256" },
      { internalType: "uint256", name: "validBefore", type: "uint256" },
      { internalType: "bytes32", name: "nonce", type: "bytes32" },
      { internalType: "uint8", name: "v", type: "uint8" },
      { internalType: "bytes32", name: "r", type: "bytes32" },
      { internalType: "bytes32", name: "s", type: "bytes32" },
    ],
    name: "receiveWithAuthorization",
    outputs: [],
    stateMutability: "nonpayable",
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
    inputs: [],
    name: "totalSupply",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "value", type: "uint256" },
    ],
    name: "transfer",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "from", type: "address" },
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "value", type: "uint256" },
    ],
    name: "transferFrom",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const;

export const silentNonceTokenBytecode =
  "0x6101606040523461040a5760405161001860408261040e565b600c815260208101906b53696c656e74204e6f6e636560a01b82526040519161004260408461040e565b600183526020830191603160f81b835260405161006060408261040e565b6004815263151154d560e21b602082015281516001600160401b03811161030f57600354600181811c91168015610400575b60208210146102f157601f8111610392575b50806020601f821160011461032e575f91610323575b508160011b915f199060031b1c1916176003555b8051906001600160401b03821161030f5760045490600182811c92168015610305575b60208310146102f15781601f84931161027b575b50602090601f8311600114610215575f9261020a575b50508160011b915f199060031b1c1916176004555b61013981610431565b6101205261014684610431565b61014052519020918260e05251902080610100524660a0526040519060208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f8452604083015260608201524660808201523060a082015260a081526101af60c08261040e565b5190206080523060c0526040516110f0908161049d823960805181610e37015260a05181610ef4015260c05181610e08015260e05181610e8601526101005181610eac015261012051816104120152610140518161043b0152f35b015190505f8061011b565b60045f9081528281209350601f198516905b818110610263575090846001959493921061024b575b505050811b01600455610130565b01515f1960f88460031b161c191690555f808061023d565b92936020600181928786015181550195019301610227565b828111156101055760045f52909150601f830160051c7f8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19b602085106102e9575b849392601f0160051c82900391015f5b8281106102d9575050610105565b5f818301558594506001016102cb565b5f91506102bb565b634e487b7160e01b5f52602260045260245ffd5b91607f16916100f1565b634e487b7160e01b5f52604160045260245ffd5b90508301515f6100ba565b60035f9081528181209250601f198416905b81811061037a57509083600194939210610362575b5050811b016003556100ce565b8501515f1960f88460031b161c191690555f80610355565b9192602060018192868a015181550194019201610340565b818111156100a45760035f52601f820160051c7fc2575a0e9e593c00f959f8c92f12db2869c3395a3b0502d05e2516446f71f85b602084106103f8575b81601f9101920160051c03905f5b8281106103eb5750506100a4565b5f828201556001016103dd565b5f91506103cf565b90607f1690610092565b5f80fd5b601f909101601f19168101906001600160401b0382119082101761030f57604052565b601f81511161045c57602081519101516020821061044d571790565b5f198260200360031b1b161790565b604460209160405192839163305a27a960e01b83528160048401528051918291826024860152018484015e5f828201840152601f01601f19168101030190fdfe6080806040526004361015610012575f80fd5b5f3560e01c90816306fdde031461096457508063095ea7b3146108b757806318160ddd1461087c57806323b872dd146106e8578063313ce567146106af5780633644e5151461066f57806340c10f191461057057806370a082311461050e57806384b0196e146103dc57806395d89b411461027b578063a9059cbb1461022c578063dd62ed3e146101a0578063e94a01021461012c5763ef55bec6146100b6575f80fd5b34610128576101207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576100ee610a7d565b6100f6610aa0565b60c4359160ff831683036101285761012692610104359260e4359260a43591608435916064359160443591610b31565b005b5f80fd5b346101285760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101285773ffffffffffffffffffffffffffffffffffffffff610178610a7d565b165f52600760205260405f206024355f52602052602060ff60405f2054166040519015158152f35b346101285760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576101d7610a7d565b73ffffffffffffffffffffffffffffffffffffffff6101f4610aa0565b91165f52600160205273ffffffffffffffffffffffffffffffffffffffff60405f2091165f52602052602060405f2054604051908152f35b346101285760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261012857610270610266610a7d565b6024359033610cfb565b602060405160018152f35b34610128575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576040515f6004548060011c906001811680156103d2575b6020831081146103a5578285529081156103635750600114610305575b610301836102ed81850382610ac3565b604051918291602083526020830190610a3a565b0390f35b91905060045f527f8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19b915f905b808210610349575090915081016020016102ed6102dd565b919260018160209254838588010152019101909291610331565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660208086019190915291151560051b840190910191506102ed90506102dd565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b91607f16916102c0565b34610128575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576104b26104367f0000000000000000000000000000000000000000000000000000000000000000610f1a565b61045f7f0000000000000000000000000000000000000000000000000000000000000000610f1a565b60206104c0604051926104728385610ac3565b5f84525f3681376040519586957f0f00000000000000000000000000000000000000000000000000000000000000875260e08588015260e0870190610a3a565b908582036040870152610a3a565b4660608501523060808501525f60a085015283810360c08501528180845192838152019301915f5b8281106104f757505050500390f35b8351855286955093810193928101926001016104e8565b346101285760207ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101285773ffffffffffffffffffffffffffffffffffffffff61055a610a7d565b165f525f602052602060405f2054604051908152f35b346101285760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576105a7610a7d565b73ffffffffffffffffffffffffffffffffffffffff16602435811561064357600254908082018092116106165760207fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef915f9360025584845283825260408420818154019055604051908152a3005b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b7fec442f05000000000000000000000000000000000000000000000000000000005f525f60045260245ffd5b34610128575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101285760206106a7610df1565b604051908152f35b34610128575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc36011261012857602060405160128152f35b346101285760607ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc3601126101285761071f610a7d565b610727610aa0565b6044359073ffffffffffffffffffffffffffffffffffffffff831692835f52600160205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f5260205260405f20547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81106107a3575b506102709350610cfb565b83811061084857841561081c5733156107f057610270945f52600160205260405f2073ffffffffffffffffffffffffffffffffffffffff33165f526020528360405f209103905584610798565b7f94280d62000000000000000000000000000000000000000000000000000000005f525f60045260245ffd5b7fe602df05000000000000000000000000000000000000000000000000000000005f525f60045260245ffd5b83907ffb8f41b2000000000000000000000000000000000000000000000000000000005f523360045260245260445260645ffd5b34610128575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576020600254604051908152f35b346101285760407ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128576108ee610a7d565b60243590331561081c5773ffffffffffffffffffffffffffffffffffffffff169081156107f057335f52600160205260405f20825f526020528060405f20556040519081527f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560203392a3602060405160018152f35b34610128575f7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc360112610128575f6003548060011c90600181168015610a30575b6020831081146103a55782855290811561036357506001146109d257610301836102ed81850382610ac3565b91905060035f527fc2575a0e9e593c00f959f8c92f12db2869c3395a3b0502d05e2516446f71f85b915f905b808210610a16575090915081016020016102ed6102dd565b9192600181602092548385880101520191019092916109fe565b91607f16916109a6565b907fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f602080948051918291828752018686015e5f8582860101520116010190565b6004359073ffffffffffffffffffffffffffffffffffffffff8216820361012857565b6024359073ffffffffffffffffffffffffffffffffffffffff8216820361012857565b90601f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0910116810190811067ffffffffffffffff821117610b0457604052565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b949392979095919673ffffffffffffffffffffffffffffffffffffffff871693843303610cd35760405160208101917fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8835273ffffffffffffffffffffffffffffffffffffffff89169b8c9788604085015260608401528b608084015260a083015260c08201528660e082015260e08152610bce61010082610ac3565b519020610bd9610df1565b90604051917f19010000000000000000000000000000000000000000000000000000000000008352600283015260228201526042902092610c1993610f71565b610c229161100b565b73ffffffffffffffffffffffffffffffffffffffff1603610cab57845f52600760205260405f20815f5260205260ff60405f205416610ca457610ca2945f52600760205260405f20905f5260205260405f2060017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00825416179055610cfb565b565b5050505050565b7fce118f5d000000000000000000000000000000000000000000000000000000005f5260045ffd5b7f93f2d2aa000000000000000000000000000000000000000000000000000000005f5260045ffd5b73ffffffffffffffffffffffffffffffffffffffff16908115610dc55773ffffffffffffffffffffffffffffffffffffffff1691821561064357815f525f60205260405f2054818110610d9357817fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef92602092855f525f84520360405f2055845f525f825260405f20818154019055604051908152a3565b827fe450d38c000000000000000000000000000000000000000000000000000000005f5260045260245260445260645ffd5b7f96c6fd1e000000000000000000000000000000000000000000000000000000005f525f60045260245ffd5b73ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016301480610ef1575b15610e59577f000000000000000000000000000000000000000000000000000000000000000090565b60405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f000000000000000000000000000000000000000000000000000000000000000060408201527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a082015260a08152610eeb60c082610ac3565b51902090565b507f00000000000000000000000000000000000000000000000000000000000000004614610e30565b60ff811690601f8211610f495760405191610f36604084610ac3565b6020808452838101919036833783525290565b7fb3512b0c000000000000000000000000000000000000000000000000000000005f5260045ffd5b91907f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411611000579160209360809260ff5f9560405194855216868401526040830152606082015282805260015afa15610ff5575f5173ffffffffffffffffffffffffffffffffffffffff811615610feb57905f905f90565b505f906001905f90565b6040513d5f823e3d90fd5b5050505f9160039190565b60048110156110b6578061101d575050565b6001810361104d577ff645eedf000000000000000000000000000000000000000000000000000000005f5260045ffd5b6002810361108157507ffce698f7000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b60031461108b5750565b7fd78bce0c000000000000000000000000000000000000000000000000000000005f5260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffdfea164736f6c6343000825000a" as const;
