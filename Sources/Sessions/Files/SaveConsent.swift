import Workspaces

/// What a save may do because the user agreed to it.
public struct SaveConsent: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let losingComments = SaveConsent(rawValue: 1)
  public static let writingSecrets = SaveConsent(rawValue: 2)

  /// - Parameter secrets: values that need the consent beside those of the secret store, by name.
  package func options(secrets: [String: String] = [:]) -> SaveOptions {
    SaveOptions(
      mayLoseComments: contains(.losingComments), mayWriteSecrets: contains(.writingSecrets), secrets: secrets)
  }
}

/// What a save would do and did not, because the user has to agree to it first.
package enum SaveQuestion: Hashable, Sendable {
  /// The comments that would be gone.
  case losingComments([String])
  /// The names of the secrets, and the file that they would be written into.
  case writingSecrets([String], path: String)

  /// `nil` for an error that no consent helps against.
  package init?(_ error: WorkspaceError) {
    switch error {
    case .commentsWouldBeLost(_, let comments): self = .losingComments(comments)
    case .secretsWouldBeWritten(let path, let names): self = .writingSecrets(names, path: path)
    default: return nil
    }
  }

  /// What the user agrees to by a yes.
  package var consent: SaveConsent {
    switch self {
    case .losingComments: .losingComments
    case .writingSecrets: .writingSecrets
    }
  }
}
