import Basics
import HTTPModel

/// A source of the user's that a collection can name but that is not part of it.
package enum UserValueSource: Hashable, Sendable {
  /// A variable of the process environment.
  case variable(String)
  /// A file outside the collection, by its real path.
  case file(String)
  /// A command that prints a secret, exactly as written.
  case command(String)
  /// The stored token of a login, by the login's server and client.
  case token(String)
  /// A value in the user's store, by its environment and name: `local/token`, or `../local/token` for the workspace's.
  case secret(String)
  /// A person who logs in, by the page that is opened.
  case login(String)
  /// The values that the environments of a workspace share with its collections.
  case shared
  /// A certificate that a file trusts although no authority has signed it, by its fingerprint.
  case certificate(String)
  /// A certificate that the user trusts without a file, by its fingerprint.
  case pin(String)
  /// Servers whose certificates are not verified, by the name of the environment that sets this.
  case unverified(String)
  /// Servers whose certificates are not verified, as set by requests, folders or the collection.
  case unverifiedRequests
  /// A file of authorities that an environment trusts, by its real path and the SHA-256 of its content.
  case authorities(String)

  /// The variable's name, the path, or the command.
  package var name: String {
    switch self {
    case .variable(let name), .file(let name), .command(let name), .token(let name), .secret(let name),
      .login(let name), .certificate(let name), .pin(let name), .unverified(let name), .authorities(let name):
      name
    case .unverifiedRequests, .shared: ""
    }
  }

  /// The kind, as one word in the file of consents.
  package var kind: String {
    switch self {
    case .variable: "variable"
    case .file: "file"
    case .command: "command"
    case .token: "token"
    case .secret: "secret"
    case .login: "login"
    case .shared: "shared"
    case .certificate: "certificate"
    case .pin: "pin"
    case .unverified: "unverified"
    case .unverifiedRequests: "unverified-requests"
    case .authorities: "authorities"
    }
  }

  var isTrust: Bool {
    switch self {
    case .variable, .file, .command, .token, .secret, .login, .shared: false
    case .certificate, .pin, .unverified, .unverifiedRequests, .authorities: true
    }
  }

  /// True if it is a value that no other receiver may get.
  var isValue: Bool {
    switch self {
    case .variable, .file, .command, .token, .secret: true
    case .login, .shared: false
    case .certificate, .pin, .unverified, .unverifiedRequests, .authorities: false
    }
  }

  package init?(kind: String, name: String) {
    switch kind {
    case "variable": self = .variable(name)
    case "file": self = .file(name)
    case "command": self = .command(name)
    case "token": self = .token(name)
    case "secret": self = .secret(name)
    case "login": self = .login(name)
    case "shared": self = .shared
    case "certificate": self = .certificate(name)
    case "pin": self = .pin(name)
    case "unverified": self = .unverified(name)
    case "unverified-requests": self = .unverifiedRequests
    case "authorities": self = .authorities(name)
    default: return nil
    }
  }
}

/// One use of the user's sources by a collection, and its receiver; the user consents to it.
package struct UserValueUse: Hashable, Sendable {
  package var source: UserValueSource
  /// The receiver in words: `https://api.example.com`. Never contains a value of the user's.
  package var receiver: String
  /// The place in the request, in words: `header 2, X-Key`.
  package var place: String
  /// The name as shown: a path that contains a secret is shown as written, with its variable.
  package var shown: String
  /// Indicates whether it is only read here and not sent: the types of a call.
  package var isRead = false

  package init(
    _ source: UserValueSource, to receiver: String, place: String = "", shown: String? = nil, isRead: Bool = false
  ) {
    self.source = source
    self.receiver = receiver
    self.place = place
    self.shown = shown ?? source.name
    self.isRead = isRead
  }

  /// The same use for every receiver; only the user can allow that, for a command, with `apus env allow`.
  var forAnyReceiver: UserValueUse? {
    guard case .command = source else { return nil }
    return UserValueUse(source, to: "")
  }

  /// A description in one line: `the variable AWS_SECRET_ACCESS_KEY of your environment`.
  package var what: String {
    switch source {
    case .variable: "the process variable \(shown)"
    case .file: "the file \(shown)"
    case .command: "the output of the command \"\(shown)\""
    case .token: "the stored token of the login at \(shown)"
    case .secret: "the secret \(shown)"
    case .login: "the login page \(shown)"
    case .shared: "the values that the workspace shares"
    case .certificate, .pin: "trust in the certificate \(shown)"
    case .authorities: "trust in the authorities of \(shown),"
    case .unverified: "trust without verified certificates in the environment \(shown),"
    case .unverifiedRequests: "trust without verified certificates in requests of the collection,"
    }
  }

  /// True if it concerns the trust in servers and sends nothing of the user's.
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

extension UserValueSource {
  /// The variables that the texts name directly, as `{{NAME}}` or `{{process.env.NAME}}`; not those named by the values
  /// of these variables.
  package static func variables(in texts: [String]) -> Set<UserValueSource> {
    var found: Set<UserValueSource> = []
    for text in texts where text.utf8.contains(UInt8(ascii: "{")) {
      for reference in TemplateScanner.references(in: Array(text.utf8)) {
        let name = reference.inner
        let prefix = VariableTable.processPrefix
        found.insert(.variable(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name))
      }
    }
    return found
  }

  /// A stored secret.
  /// - Parameter isOfWorkspace: whether it is one of the workspace's environment of that name.
  package static func secret(_ name: String, of environment: String, isOfWorkspace: Bool = false) -> UserValueSource {
    .secret((isOfWorkspace ? "../" : "") + "\(environment)/\(name)")
  }

  /// The variable that a stored secret is the value of.
  static func variable(ofSecret place: String) -> String? {
    let start = place.hasPrefix("../") ? place.dropFirst(3) : place[...]
    return start.firstIndex(of: "/").map { String(start[start.index(after: $0)...]) }
  }

  /// The files of a body that the user named.
  /// - Parameter folder: the base of relative paths.
  package static func files(of body: BodyDefinition, in folder: String) -> Set<UserValueSource> {
    Set(body.paths.map { file(at: FilePaths.join(folder, $0)) })
  }

  /// A file by its real path; a missing file by the path that it would have.
  package static func file(at path: String) -> UserValueSource {
    // A path that cannot be resolved is used as written.
    .file((try? Disk.resolve(path)) ?? FilePaths.absolute(path, in: "/"))
  }
}

extension UserValueSource {
  /// The largest file of authorities; that of a system has some 200 kB.
  private static let largestAuthorities = 4 << 20

  /// A file of authorities with its current digest, and its real path.
  package static func authorities(at path: String) throws(FileError) -> (path: String, UserValueSource) {
    let path = try Disk.resolve(path)
    let digest = Digest.hexadecimal(try DiskPlace(path).read(limit: largestAuthorities))
    return (path, .authorities("\(path) sha256:\(digest)"))
  }
}
