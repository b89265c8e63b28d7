// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";
import {PaymentRouter} from "../../contracts/PaymentRouter.sol";
import "../../contracts/Payment.sol";

interface IDomain {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
}

/// @notice Signs payments as wallets do, from the standards alone.
library Buyer {
    Vm private constant VM = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    bytes32 internal constant MERCHANT = keccak256("Blue Shop");

    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,"
        "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    function signAuthorization(uint256 key, PaymentRouter router, Payment memory p)
        internal
        view
        returns (bytes memory)
    {
        bytes32 typeHash = keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,"
            "uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        bytes32 nonce = router.termsHash(p);
        return _sign(
            key, p.token, keccak256(abi.encode(typeHash, p.payer, router, p.amount, 0, p.deadline, nonce))
        );
    }

    /// What lets anyone transfer the value to the deposit address: the message of x402 clients.
    function signTransfer(
        uint256 key,
        PaymentRouter router,
        Payment memory p,
        address from,
        uint256 value,
        bytes32 nonce
    ) internal view returns (bytes memory) {
        bytes memory message = abi.encode(from, value, 0, p.deadline, nonce);
        bytes32 structHash =
            keccak256(abi.encode(TRANSFER_TYPEHASH, from, router.depositAddress(p), value, 0, p.deadline, nonce));
        return abi.encodePacked(message, _sign(key, p.token, structHash));
    }

    /// The same message to the destination, with the key as nonce: validAfter and the signature.
    function signTransferToDestination(uint256 key, Payment memory p, uint256 validAfter)
        internal
        view
        returns (bytes memory)
    {
        bytes32 structHash = keccak256(
            abi.encode(TRANSFER_TYPEHASH, p.payer, p.destination, p.amount, validAfter, p.deadline, p.key)
        );
        return abi.encodePacked(validAfter, _sign(key, p.token, structHash));
    }

    function signPermit2(uint256 key, PaymentRouter router, Payment memory p) internal view returns (bytes memory) {
        return _sign(key, address(router.permit2()), _permitHash(router, p));
    }

    function _permitHash(PaymentRouter router, Payment memory p) private view returns (bytes32) {
        bytes memory payment =
            "Payment(string merchant,address destination,uint256 fee,address feeReceiver,bytes32 paymentKey)";
        bytes memory permissions = "TokenPermissions(address token,uint256 amount)";
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,"
                "uint256 deadline,Payment witness)",
                payment,
                permissions
            )
        );
        bytes32 witness =
            keccak256(abi.encode(keccak256(payment), MERCHANT, p.destination, p.fee, p.feeReceiver, p.key));
        bytes32 permitted = keccak256(abi.encode(keccak256(permissions), p.token, p.amount));
        return keccak256(abi.encode(typeHash, permitted, router, router.termsHash(p), p.deadline, witness));
    }

    function _sign(uint256 key, address domain, bytes32 structHash) private view returns (bytes memory) {
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", IDomain(domain).DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = VM.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }
}
