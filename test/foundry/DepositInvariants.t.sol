// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FalseToken} from "../../contracts/test/FalseToken.sol";
import {FeeOnTransferToken} from "../../contracts/test/FeeOnTransferToken.sol";
import {TestToken3009} from "../../contracts/test/TestToken3009.sol";
import {DepositHandler} from "./DepositHandler.sol";
import {RouterTest} from "./Invariants.t.sol";
import {CallingToken, DenyingToken, HonestToken, LyingToken, RebasingToken, TerseToken} from "./Tokens.sol";

/// @notice What came to a deposit address leaves only to its destination and its fee receiver. This holds for every
/// order of calls by anyone, and for every behaviour of tokens.
contract DepositInvariantsTest is RouterTest {
    DepositHandler private handler;
    TestToken3009[] private tokens;

    function setUp() public override {
        super.setUp();
        DenyingToken denying = new DenyingToken();
        RebasingToken rebasing = new RebasingToken();
        CallingToken calling = new CallingToken();
        calling.call(address(router), abi.encodeWithSignature("coinReceiver()"));
        tokens.push(denying);
        tokens.push(new HonestToken());
        tokens.push(new TerseToken());
        tokens.push(calling);
        tokens.push(new FalseToken(address(0xA103)));
        tokens.push(new FeeOnTransferToken());
        tokens.push(rebasing);
        tokens.push(new LyingToken());
        handler = new DepositHandler(router, tokens, 5, denying, rebasing);
        targetContract(address(handler));
        bytes4[] memory selectors = new bytes4[](6);
        selectors[0] = DepositHandler.send.selector;
        selectors[1] = DepositHandler.sweep.selector;
        selectors[2] = DepositHandler.settle.selector;
        selectors[3] = DepositHandler.recover.selector;
        selectors[4] = DepositHandler.pass.selector;
        selectors[5] = DepositHandler.authorize.selector;
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    function invariant_theMoneyOfAnAddressLeavesOnlyToItsReceivers() public view {
        handler.check();
    }
}
