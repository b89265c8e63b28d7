// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A plain ERC-20 token with 18 decimals for local chains. Anyone may mint.
contract DaiToken is ERC20("Dai Stablecoin", "DAI") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
