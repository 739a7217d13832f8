import Basics

extension Quantity {
  /// `1 choice`, `2 choices`.
  static func amount(_ count: Int, _ noun: String) -> String {
    "\(self.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
