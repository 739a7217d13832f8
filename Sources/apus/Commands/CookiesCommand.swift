import ArgumentParser
import Basics
import Essentials
import Networking
import Workspaces

/// `apus cookies`: shows and changes the cookies stored for a collection and environment.
struct CookiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cookies", abstract: "List, set, delete, import and export the stored cookies.",
    discussion: """
      Each environment of a collection has its own cookies, and so have requests without an environment. They are \
      stored with the secrets, never in the collection.
      """,
    subcommands: [List.self, Assign.self, Delete.self, Clear.self, Import.self, Export.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List them, without their values.")

    @OptionGroup var place: Place
    @Flag(help: "Write JSON.") var json = false
    @Flag(help: "Write the values too.") var revealSecrets = false

    func run() throws {
      let found = try place.kept()
      let texts = Text(revealsValues: revealSecrets)
      if json { return try Output.standard.write(JSONValue.array(found.map(texts.json))) }
      for line in texts.lines(found) { try Output.standard.write(line + "\n") }
      if found.isEmpty { Output.error.say("apus: no cookies are stored\(place.env.map { " for \($0)" } ?? "")") }
    }
  }

  struct Assign: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a cookie, as if a server had set it.",
      discussion: """
        For a name without a value, the command asks for the value without showing it, or reads it from standard \
        input: others can read a command line in the list of processes and the history of the shell.

        Example: apus cookies set https://api.example.com 'sid; Path=/; Max-Age=3600'
        """)

    @Argument(help: "The URL that sets it.") var url: String
    @Argument(help: ArgumentHelp("As in a Set-Cookie header.", valueName: "name=value; attributes")) var cookie: String
    @OptionGroup var place: Place

    func run() throws {
      let end = cookie.utf8.firstIndex(of: UInt8(ascii: ";")) ?? cookie.endIndex
      var text = cookie
      if !cookie[..<end].utf8.contains(UInt8(ascii: "=")) {
        let name = String(cookie[..<end])
        text = "\(name)=\(try HiddenInput.value(of: name))\(cookie[end...])"
      }
      let read: Cookie
      do throws(CookieRefusal) { read = try Cookie.reading(setCookie: text, from: url) } catch {
        throw Failure(.usage, "this cookie cannot be stored: \(error)")
      }
      try place.add([read])
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete the cookies with a name.")

    @Argument(help: "Its name.") var name: String
    @Option(help: "Only those of this host.") var host: String?
    @OptionGroup var place: Place

    func run() throws {
      let count = try place.remove { $0.name == name && (host == nil || $0.domain == host?.asciiLowercased) }
      guard count > 0 else { throw Failure(.file, "no cookie \(name) is stored\(place.whereText)") }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Delete all, of all environments or of one.")

    @Argument(help: "Only those of this host and its subdomains.") var host: String?
    @OptionGroup var place: Place

    func run() throws {
      let host = host?.asciiLowercased
      let count = try place.removeEverywhere { cookie in
        host.map { cookie.domain == $0 || cookie.domain.hasSuffix(".\($0)") } ?? true
      }
      Output.error.say("apus: \(count == 1 ? "1 cookie" : "\(count) cookies") deleted")
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Add the cookies of a cookies.txt, as curl and browsers write it.")

    @Argument(help: "The file; - is standard input.", completion: .file()) var file: String
    @OptionGroup var place: Place

    func run() throws {
      let text = String(decoding: try InputFile.bytes(of: file), as: UTF8.self)
      let read = CookieFile.cookies(text)
      guard !read.isEmpty else {
        throw Failure(.unexpected, "\(file) has no cookies; a line has seven fields, separated by tabs")
      }
      try place.add(read)
      Output.error.say("apus: \(read.count == 1 ? "1 cookie" : "\(read.count) cookies") added")
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write the cookies with their values, as cookies.txt for curl.")

    @Option(name: [.customShort("o"), .customLong("output")], help: "Write to this file, readable only by you.")
    var output: String?
    @OptionGroup var place: Place

    func run() throws {
      let cookies = try place.one()
      guard let output else { return try Output.standard.write(CookieFile.text(cookies)) }
      let jar = CookieJar()
      jar.change { $0 = cookies }
      do throws(NetworkError) { try jar.save(to: output) } catch { throw Failure(.file, error.message) }
    }
  }
}

extension CookiesCommand {
  /// Selects the collection and environment whose cookies a command is about.
  struct Place: ParsableArguments {
    @OptionGroup var place: WorkspacePlace

    @Option(
      name: [.customShort("e", allowingJoined: true), .customLong("env")],
      help: "The environment; default: requests without an environment.", completion: .environments)
    var env: String?

    /// A stored cookie with its scope.
    struct Kept {
      /// The path relative to the workspace; `nil` if it is the workspace itself.
      var collection: String?
      var environment: String?
      var cookie: Cookie
    }

    var whereText: String { env.map { " for \($0)" } ?? " for requests without an environment" }

    /// All stored cookies, or those of the given environment.
    func kept() throws(Failure) -> [Kept] {
      var all: [Kept] = []
      for (workspace, collection, environment) in try stores() {
        let cookies = try Disk.run { () throws(WorkspaceError) in
          try workspace.cookieStore(of: collection).cookies(of: environment)
        }
        let name = HistoryName.collection(collection, workspace.path)
        all += cookies.map { Kept(collection: name, environment: environment, cookie: $0) }
      }
      return all
    }

    /// The cookies of one collection and environment.
    func one() throws(Failure) -> [Cookie] {
      let (workspace, collection) = try collection()
      return try Disk.run { () throws(WorkspaceError) in try workspace.cookieStore(of: collection).cookies(of: env) }
    }

    /// Stores the cookies; each replaces the one with the same name and place.
    func add(_ cookies: [Cookie]) throws(Failure) {
      let (workspace, collection) = try collection()
      _ = try Disk.run { () throws(WorkspaceError) in
        try workspace.cookieStore(of: collection).apply(CookieChange(adding: cookies), of: env)
      }
    }

    /// Returns the number of removed cookies.
    func remove(_ isGone: (Cookie) -> Bool) throws(Failure) -> Int {
      let (workspace, collection) = try collection()
      var count = 0
      _ = try Disk.run { () throws(WorkspaceError) in
        try workspace.cookieStore(of: collection).change(of: env) { cookies in
          count = cookies.count { isGone($0) }
          cookies.removeAll(where: isGone)
        }
      }
      return count
    }

    /// Removes from every environment, unless one is given.
    func removeEverywhere(_ isGone: (Cookie) -> Bool) throws(Failure) -> Int {
      var count = 0
      for (workspace, collection, environment) in try stores() {
        _ = try Disk.run { () throws(WorkspaceError) in
          try workspace.cookieStore(of: collection).change(of: environment) { cookies in
            count += cookies.count { isGone($0) }
            cookies.removeAll(where: isGone)
          }
        }
      }
      return count
    }

    private func stores() throws(Failure) -> [(Workspace, collection: String, environment: String?)] {
      if env != nil {
        let (workspace, collection) = try collection()
        return [(workspace, collection, env)]
      }
      let workspace = try place.locate().workspace
      var all: [(Workspace, collection: String, environment: String?)] = []
      for collection in workspace.collectionPaths() {
        let environments = try Disk.run { () throws(WorkspaceError) in
          try workspace.cookieStore(of: collection).environments()
        }
        all += environments.map { (workspace, collection, $0) }
      }
      return all
    }

    /// The collection and the environment; without an environment, there must be a single collection.
    private func collection() throws(Failure) -> (Workspace, String) {
      if let env {
        let (workspace, collection, _) = try place.environment(env)
        return (workspace, collection)
      }
      return try place.collection()
    }
  }
}

extension CookiesCommand {
  /// Formats stored cookies for `apus cookies`; values are masked unless asked for.
  struct Text {
    let revealsValues: Bool

    /// One line per cookie: host, path, name, value, lifetime, flags, and scope.
    func lines(_ kept: [Place.Kept]) -> [String] {
      let rows = kept.map(cells)
      guard let first = rows.first else { return [] }
      let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
      return rows.map { row in
        let cells = row.indices.map { PaddedText.padded(row[$0], widths[$0]) }
        return TerminalText.line(cells.joined(separator: "  ").trimmed)
      }
    }

    private func cells(_ kept: Place.Kept) -> [String] {
      let cookie = kept.cookie
      let flags = [cookie.isSecure ? "Secure" : nil, cookie.isHTTPOnly ? "HttpOnly" : nil, cookie.sameSite]
      let place = [kept.collection, kept.environment].compactMap(\.self).joined(separator: " ")
      return [
        (cookie.isHostOnly ? "" : "*.") + cookie.domain, cookie.path, cookie.name, value(cookie),
        cookie.expires.map { "until \(Self.time($0))" } ?? "session", flags.compactMap(\.self).joined(separator: " "),
        place,
      ]
    }

    func json(_ kept: Place.Kept) -> JSONValue {
      let cookie = kept.cookie
      return .object([
        "collection": .text(kept.collection), "environment": .text(kept.environment), "domain": .string(cookie.domain),
        "hostOnly": .bool(cookie.isHostOnly), "path": .string(cookie.path), "name": .string(cookie.name),
        "value": .string(value(cookie)), "expires": cookie.expires.map { .string(Self.time($0)) },
        "secure": .bool(cookie.isSecure), "httpOnly": .bool(cookie.isHTTPOnly), "sameSite": .text(cookie.sameSite),
      ])
    }

    private static func time(_ date: Date) -> String {
      UTCTime(seconds: Int(max(-6e10, min(2.5e11, date.timeIntervalSince1970)))).iso8601
    }

    private func value(_ cookie: Cookie) -> String { revealsValues ? cookie.value : EnvironmentText.mask }
  }
}
