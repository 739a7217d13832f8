import Basics
import Networking

/// Something of the user's that a collection can name but that is not part of it.
package enum OutsideSource: Hashable, Sendable {
  /// A variable of the process environment.
  case variable(String)
  /// A file outside the collection, by its real path.
  case file(String)
  /// A command that prints a secret, exactly as it is written.
  case command(String)
  /// The token that is kept from a login, by the login's server and client.
  case token(String)
  /// A certificate that a file trusts although no authority vouches for it, by its fingerprint.
  case certificate(String)
  /// The same, trusted by the user without a file.
  case pin(String)
  /// Servers believed without looking at their certificates, by the name of the environment that says so.
  case unverified(String)
  /// The same, as requests, folders or the collection say.
  case unverifiedRequests
  /// A file of authorities that an environment trusts, by its real path and the SHA-256 of what is in it.
  case authorities(String)

  /// The variable's name, the path, or the command.
  package var name: String {
    switch self {
    case .variable(let name), .file(let name), .command(let name), .token(let name), .certificate(let name),
      .pin(let name), .unverified(let name), .authorities(let name):
      name
    case .unverifiedRequests: ""
    }
  }

  /// The kind, in one word for the file of consents.
  package var kind: String {
    switch self {
    case .variable: "variable"
    case .file: "file"
    case .command: "command"
    case .token: "token"
    case .certificate: "certificate"
    case .pin: "pin"
    case .unverified: "unverified"
    case .unverifiedRequests: "unverified-requests"
    case .authorities: "authorities"
    }
  }

  var isTrust: Bool {
    switch self {
    case .variable, .file, .command, .token: false
    case .certificate, .pin, .unverified, .unverifiedRequests, .authorities: true
    }
  }

  package init?(kind: String, name: String) {
    switch kind {
    case "variable": self = .variable(name)
    case "file": self = .file(name)
    case "command": self = .command(name)
    case "token": self = .token(name)
    case "certificate": self = .certificate(name)
    case "pin": self = .pin(name)
    case "unverified": self = .unverified(name)
    case "unverified-requests": self = .unverifiedRequests
    case "authorities": self = .authorities(name)
    default: return nil
    }
  }
}

/// One use of something of the user's by a collection, and its receiver: what the user consents to.
package struct OutsideUse: Hashable, Sendable {
  package var source: OutsideSource
  /// The receiver, in words: `https://api.example.com`. Never contains a value of the user's.
  package var receiver: String
  /// The place in the request, in words: `header 2, X-Key`.
  package var place: String
  /// The name as shown: a path that contains a secret is shown as written, with its variable.
  package var shown: String
  /// Whether it is only read here, and nothing of it is sent: the types of a call.
  package var isRead = false

  package init(
    _ source: OutsideSource, to receiver: String, place: String = "", shown: String? = nil, isRead: Bool = false
  ) {
    self.source = source
    self.receiver = receiver
    self.place = place
    self.shown = shown ?? source.name
    self.isRead = isRead
  }

  /// The same use for every receiver; only the user can allow that, for a command: `apus env allow`.
  var forAnyReceiver: OutsideUse? {
    guard case .command = source else { return nil }
    return OutsideUse(source, to: "")
  }

  /// A description in one line: `the variable AWS_SECRET_ACCESS_KEY of your environment`.
  package var what: String {
    switch source {
    case .variable: "the process variable \(shown)"
    case .file: "the file \(shown)"
    case .command: "the output of the command \"\(shown)\""
    case .token: "the token kept from the login at \(shown)"
    case .certificate, .pin: "trust in the certificate \(shown)"
    case .authorities: "trust in the authorities of \(shown),"
    case .unverified: "trust without verified certificates, in the environment \(shown),"
    case .unverifiedRequests: "trust without verified certificates, in requests of the collection,"
    }
  }

  /// Whether it says whom to believe: nothing of the user's is sent by it.
  package var isTrust: Bool { source.isTrust }

  /// Identifies a consent: the collection, the kind, the name and the receiver. It depends neither on the place in the
  /// request nor on any value.
  ///
  /// - Parameter collection: the collection's real path.
  func digest(of collection: String) -> String {
    let parts = [collection, source.kind, source.name, receiver].map { JSONValue.string($0) }
    return Digest.hexadecimal(JSONValue.array(parts).compact)
  }
}
