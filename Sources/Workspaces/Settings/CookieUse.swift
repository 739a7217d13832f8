/// What is done with the cookies that answers set.
package enum CookieUse: String, Hashable, Sendable, CaseIterable {
  /// They are kept for this environment, and sent from then on.
  case keep
  /// They are sent until the program ends.
  case session
  /// None is kept or sent.
  case off
}
