/// What a save may do because the user agreed to it.
public struct SaveConsent: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let losingComments = SaveConsent(rawValue: 1)
  public static let writingSecrets = SaveConsent(rawValue: 2)
}
