import Payments

/// DailyPay's words, and what they say. A transfer pays wages out: no money of the customer's goes
/// to the host. Source: its API.
package enum DailyPayStatus {
  package static let table = StatusTable([
    // A token of a card exists, unsaved. No payment, and no instrument yet.
    .init("element.card-tokenize-response", nil),
    .init(
      "read.transfer", ["PENDING"],
      Meaning(.payout, .progressing, .pending, money: MoneyMovement.none)),
    .init(
      "read.transfer", ["SETTLED"],
      Meaning(.payout, .succeeded, .completed, money: MoneyMovement.none)),
    .init("read.transfer", ["FAILED"], Meaning(.payout, .failed, .failed)),
    .init("read.transfer", ["*"], Meaning(.payout, .unknown, .unknown)),
    // `preview` is true: no transfer exists.
    .init("read.transfer preview", nil),
    .init("read.account", nil),
  ])

  static let verifications: Set<String> = [
    "VERIFICATION_PENDING", "VERIFIED", "VERIFICATION_FAILED",
  ]
}
