import Basics
import HTTPModel

/// A source of the user's that a collection can name but that is not part of it.
package struct UserValueSource: Hashable, Sendable {
  /// The raw value is the word in the file of consents.
  package enum Kind: String, Sendable {
    /// A variable of the process environment.
    case variable
    /// A file outside the collection, by its real path.
    case file
    /// A command that prints a secret, exactly as written.
    case command
    /// The stored token of a login, by the login's server and client.
    case token
    /// A value in the user's store, by its environment and name: `local/token`, or `../local/token` for the workspace's.
    case secret
    /// A person who logs in, by the page that is opened.
    case login
    /// The values that the environments of a workspace share with its collections.
    case shared
    /// A certificate that a file trusts although no authority has signed it, by its fingerprint.
    case certificate
    /// A certificate that the user trusts without a file, by its fingerprint.
    case pin
    /// Servers whose certificates are not verified, by the name of the environment that sets this.
    case unverified
    /// Servers whose certificates are not verified, as set by requests, folders or the collection.
    case unverifiedRequests = "unverified-requests"
    /// A file of authorities that an environment trusts, by its real path and the SHA-256 of its content.
    case authorities
    /// A script that may run, by the SHA-256 of its phase and code.
    case script
    /// A server that scripts may send to although no request of the collection does, by its origin.
    case scriptOrigin = "script-origin"
  }

  package var kind: Kind
  /// Identifies the source among those of its kind; empty if there is only one.
  package var name: String

  package init(_ kind: Kind, _ name: String = "") {
    self.kind = kind
    self.name = name
  }

  package static func variable(_ name: String) -> Self { Self(.variable, name) }
  package static func file(_ path: String) -> Self { Self(.file, path) }
  package static func command(_ command: String) -> Self { Self(.command, command) }
  package static func token(_ login: String) -> Self { Self(.token, login) }
  package static func secret(_ place: String) -> Self { Self(.secret, place) }
  package static func login(_ page: String) -> Self { Self(.login, page) }
  package static func certificate(_ fingerprint: String) -> Self { Self(.certificate, fingerprint) }
  package static func pin(_ fingerprint: String) -> Self { Self(.pin, fingerprint) }
  package static func unverified(_ environment: String) -> Self { Self(.unverified, environment) }
  package static func script(_ digest: String) -> Self { Self(.script, digest) }
  package static func scriptOrigin(_ origin: String) -> Self { Self(.scriptOrigin, origin) }
  package static func authorities(_ file: String) -> Self { Self(.authorities, file) }
  // A value that a workspace shares, not an object that the program shares.
  package static let shared = Self(.shared)
  package static let unverifiedRequests = Self(.unverifiedRequests)

  var isTrust: Bool { [.certificate, .pin, .unverified, .unverifiedRequests, .authorities].contains(kind) }

  /// True if it is a value that no other receiver may get.
  var isValue: Bool { [.variable, .file, .command, .token, .secret].contains(kind) }
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
    guard source.kind == .command else { return nil }
    return UserValueUse(source, to: "")
  }

  /// A description in one line: `the variable AWS_SECRET_ACCESS_KEY of your environment`.
  package var what: String {
    switch source.kind {
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
    case .script: "the script \(shown.prefix(12))"
    case .scriptOrigin: "a request of a script"
    }
  }

  /// True if it concerns the trust in servers and sends nothing of the user's.
  package var isTrust: Bool { source.isTrust }

  /// Identifies a consent: the collection, the kind, the name and the receiver. It depends neither on the place in the
  /// request nor on any value.
  ///
  /// - Parameter collection: the collection's real path.
  func digest(of collection: String) -> String {
    let parts = [collection, source.kind.rawValue, source.name, receiver].map { JSONValue.string($0) }
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

  /// True if it is among the sources that the user named; a secret is named by its variable.
  func isNamed(in named: Set<UserValueSource>) -> Bool {
    guard kind == .secret else { return named.contains(self) }
    let place = name.hasPrefix("../") ? name.dropFirst(3) : name[...]
    guard let slash = place.firstIndex(of: "/") else { return named.contains(self) }
    return named.contains(.variable(String(place[place.index(after: slash)...])))
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
