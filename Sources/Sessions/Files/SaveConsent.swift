package import Workspaces

/// What the user has allowed a save to do.
package struct SaveConsent: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let losingComments = SaveConsent(rawValue: 1)
  package static let writingSecrets = SaveConsent(rawValue: 2)

  /// - Parameter secrets: values by name that need consent, in addition to those of the secret store.
  package func options(secrets: [String: String] = [:]) -> SaveOptions {
    SaveOptions(
      mayLoseComments: contains(.losingComments), mayWriteSecrets: contains(.writingSecrets), secrets: secrets)
  }
}

/// What the user must allow before a save can continue.
package enum SaveQuestion: Hashable, Sendable {
  /// The comments that would be lost.
  case losingComments([String])
  /// The names of the secrets, and the file that would contain them.
  case writingSecrets([String], path: String)

  /// `nil` for an error that consent cannot resolve.
  package init?(_ error: WorkspaceError) {
    switch error {
    case .commentsWouldBeLost(_, let comments): self = .losingComments(comments)
    case .secretsWouldBeWritten(let path, let names): self = .writingSecrets(names, path: path)
    default: return nil
    }
  }

  /// The consent that a yes gives.
  package var consent: SaveConsent {
    switch self {
    case .losingComments: .losingComments
    case .writingSecrets: .writingSecrets
    }
  }
}
