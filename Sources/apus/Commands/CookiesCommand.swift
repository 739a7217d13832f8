import ArgumentParser
import Basics
import Networking
import Workspaces

/// `apus cookies`: shows and changes the cookies that are kept for a collection and environment.
struct CookiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cookies", abstract: "List, set, delete, import and export the cookies that are kept.",
    discussion: """
      Each environment of a collection has cookies of its own, and so have requests that are sent without one. They are \
      kept beside the secrets, never in the collection.
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
      if found.isEmpty { Output.error.say("apus: no cookies are kept\(place.env.map { " for \($0)" } ?? "")") }
    }
  }

  struct Assign: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set one, as if the server had.",
      discussion: """
        A name alone is asked for its value without showing it, or reads it from standard input: what stands in a command \
        line can be read in the list of processes and in the history of the shell.

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
        throw Failure(.usage, "this cookie would not be kept: \(error)")
      }
      try place.add([read])
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete those with a name.")

    @Argument(help: "Its name.") var name: String
    @Option(help: "Only those of this host.") var host: String?
    @OptionGroup var place: Place

    func run() throws {
      let count = try place.remove { $0.name == name && (host == nil || $0.domain == host?.asciiLowercased) }
      guard count > 0 else { throw Failure(.file, "no cookie \(name) is kept\(place.whereText)") }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Delete all, of all environments or of one.")

    @Argument(help: "Only those of this host and of hosts below it.") var host: String?
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
      commandName: "import", abstract: "Add those of a cookies.txt, as curl and browsers write it.")

    @Argument(help: "The file; - is standard input.", completion: .file()) var file: String
    @OptionGroup var place: Place

    func run() throws {
      let text = String(decoding: try InputFile.bytes(of: file), as: UTF8.self)
      let read = CookieFile.cookies(text)
      guard !read.isEmpty else {
        throw Failure(.unexpected, "\(file) has no cookies; a line has seven fields between tabs")
      }
      try place.add(read)
      Output.error.say("apus: \(read.count == 1 ? "1 cookie" : "\(read.count) cookies") added")
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write them with their values, as cookies.txt for curl.")

    @Option(name: [.customShort("o"), .customLong("output")], help: "Write this file, for your eyes only.")
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
