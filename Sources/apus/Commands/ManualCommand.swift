import ArgumentParser
import Basics
import Workspaces

/// `apus manual`: prints the manual page, for packagers and `make install`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page.", shouldDisplay: false)

  func run() throws {
    try Output.standard.write(try ManualPage(dump: Apus._dumpHelp()).text(version: ProgramVersion.text))
  }
}

/// Writes the manual page (man(7) macros) from the parser's own description of the command line.
struct ManualPage {
  private let root: JSONValue

  /// - Parameter dump: the description as the parser dumps it.
  init(dump: String) throws(Failure) {
    let document: JSONValue
    do throws(JSONError) { document = try JSONValue(parsing: Array(dump.utf8)) } catch {
      throw Failure(.file, "the command line cannot be described: \(error)")
    }
    guard let command = document["command"] else { throw Failure(.file, "the command line has no description") }
    root = command
  }

  func text(version: String) -> String {
    var page = ".TH APUS 1 \"\" \"apus \(Self.escaped(version))\" \"User Commands\"\n"
    // No justification and no hyphenation: much of the text is meant to be typed.
    page += ".ad l\n.nh\n.SH NAME\napus \\- \(Self.escaped(Self.sentence(root)))\n"
    page +=
      ".SH SYNOPSIS\n.B apus\n[\\fIPATH\\fR] [\\fB\\-\\-env\\fR \\fINAME\\fR] [\\fB\\-\\-linear\\fR]\n.br\n.B apus\n\\fICOMMAND\\fR [\\fIOPTION\\fR ...]\n"
    page += ".SH DESCRIPTION\n" + Self.paragraph(root["discussion"]?.string ?? "")
    page += ".SH COMMANDS\n"
    for command in Self.subcommands(of: root) { page += Self.section(command, path: "apus") }
    page += ".SH EXIT STATUS\n" + Self.statuses
    page += ".SH ENVIRONMENT\n" + Self.environment
    page += ".SH FILES\n" + Self.files
    return page
  }

  private static func section(_ command: JSONValue, path: String) -> String {
    let name = "\(path) \(command["commandName"]?.string ?? "")"
    var text = ".SS \(escaped(name))\n\(paragraph(sentence(command) + "."))"
    if let discussion = command["discussion"]?.string, !discussion.isEmpty { text += ".PP\n" + paragraph(discussion) }
    for argument in command["arguments"]?.array ?? [] where argument["shouldDisplay"]?.bool != false {
      let label = label(of: argument)
      if label.contains("\\-\\-help") || label.contains("\\-\\-version") { continue }
      text += ".TP\n\(label)\n\(paragraph(argument["abstract"]?.string ?? ""))"
    }
    for inner in subcommands(of: command) { text += section(inner, path: name) }
    return text
  }

  private static func subcommands(of command: JSONValue) -> [JSONValue] {
    (command["subcommands"]?.array ?? []).filter {
      $0["shouldDisplay"]?.bool != false && $0["commandName"]?.string != "help"
    }
  }

  /// `-o, --output FILE`, or the name of an argument.
  private static func label(of argument: JSONValue) -> String {
    let value = "\\fI\(escaped(argument["valueName"]?.string ?? ""))\\fR"
    guard argument["kind"]?.string != "positional" else { return value }
    let names = (argument["names"]?.array ?? []).map { name in
      let dashes = name["kind"]?.string == "short" ? "\\-" : "\\-\\-"
      return "\\fB\(dashes)\(escaped(name["name"]?.string ?? ""))\\fR"
    }
    return names.joined(separator: ", ") + (argument["kind"]?.string == "option" ? " \(value)" : "")
  }

  private static func sentence(_ command: JSONValue) -> String {
    var text = command["abstract"]?.string ?? ""
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private static func paragraph(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    // Keeps the text's line breaks on the page.
    var page = ""
    var isInside = false
    for line in escaped(text).split(separator: "\n", omittingEmptySubsequences: false) {
      page += (isInside && !line.isEmpty ? ".br\n" : "") + line + "\n"
      isInside = !line.isEmpty
    }
    return page
  }

  /// Characters that roff would interpret or render differently: a curved quote, for example, is not a shell quote.
  private static let marks: [Unicode.Scalar: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
  ]

  /// Text that roff does not change: special characters escaped, ASCII only, no requests at the start of a line.
  static func escaped(_ text: String) -> String {
    let safe = text.unicodeScalars.map { scalar in
      if let mark = marks[scalar] { return mark }
      guard !scalar.isASCII else { return String(scalar) }
      return "\\[u" + Hexadecimal.text(scalar.value, digits: 4, uppercase: true) + "]"
    }.joined()
    return safe.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : String(line)
    }.joined(separator: "\n")
  }

  private static let statuses = """
    .TP
    0
    Done.
    .TP
    1
    An expectation was not met: a failed assertion, a status of 400 or above with \\-\\-fail, a text that is not JSON.
    .TP
    2
    The command line is wrong.
    .TP
    3
    A file or workspace cannot be read or written.
    .TP
    4
    The request could not be built: an unresolved variable, an invalid URL or header, a value of yours that is not allowed.
    .TP
    5
    The transfer failed.
    .TP
    130
    Interrupted.

    """

  private static let environment = """
    .TP
    .BR VISUAL ", " EDITOR
    The editor of \\(haE, a program or a line for the shell; default: vi.
    .TP
    .B PAGER
    The program that shows a body piped to no other command; default: less.
    .TP
    .BR CURL_CA_BUNDLE ", " SSL_CERT_FILE ", " SSL_CERT_DIR
    The trusted authorities in place of the system\\(aqs, as for curl.
    .TP
    .BR http_proxy ", " https_proxy ", " all_proxy ", " no_proxy
    The proxies of requests without their own, as for curl.
    .TP
    .B NO_COLOR
    No colours on the screen.
    .TP
    .B TMPDIR
    The folder for bodies too large for memory and for texts in the editor.
    .TP
    .BI APUS_VAR_ NAME
    Sets the variable NAME for every collection, without asking.
    .TP
    .B XDG_STATE_HOME
    The folder for secrets, consents and the state of the screen; default: \\(ti/.local/state.

    """

  private static let files = """
    .TP
    .I opencollection.yml
    Makes a folder a collection, with one request per file next to and below it. Its config.clientCertificates are presented to their hosts, and its requests use its config.proxy.
    .TP
    .I environments/NAME.yml
    The variables of an environment.
    .TP
    .I .apus/history/
    The exchanges, one per line, as JSON.
    .TP
    .I .apus/drafts/
    The unsaved changes.
    .TP
    .I .env
    Values of variables that stay on this machine.
    .TP
    .I \\(ti/.local/state/apus/crashes/
    The crash reports of apus: the place in the program, and nothing of yours.

    """
}
