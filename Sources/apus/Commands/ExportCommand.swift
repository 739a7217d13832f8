import ArgumentParser
import Basics
import Interchange
import Networking
import Sessions
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `apus export FORMAT TARGET`: writes requests for another tool.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write requests for another tool.",
    discussion: """
      curl, har and code hold one request as it is sent, its variables filled in. curl is short, as one would type it; with \
      --exact it sends the bytes that Apus sends: agent, compression, redirects. http, hurl, postman and json (the neutral \
      model of `apus import --json`) keep variables as {{name}} and also take a folder or a whole collection.

      Secrets are masked; --reveal-secrets writes them, so that the command sends what `apus send` sends.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case curl, har, http, hurl, postman, json, code
  }

  @Argument(help: "curl, har, http, hurl, postman, json or code.")
  var format: Format

  @Argument(
    help: "A saved request (users/get-user), its file, or a URL; a folder or collection.", completion: .requests)
  var target: String

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @Option(
    help: "The shell that will read it: sh, bash, cmd or pwsh.", completion: .list(["sh", "bash", "cmd", "pwsh"]))
  var shell = "sh"

  @Option(
    help: "resolved: variables are filled in; shell: they become variables of the shell.",
    completion: .list(["resolved", "shell"]))
  var variables = "resolved"

  @Option(
    name: .customLong("lang"), help: "code: the language and library, one of these.\n\(Self.languages)",
    completion: .list(CodeLanguage.all.map(\.id)))
  var language: String?

  @Flag(help: "curl: with everything that makes the bytes equal.")
  var exact = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
    help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @Flag(help: "Write secrets too.")
  var revealSecrets = false

  func validate() throws {
    guard CurlCommand.Shell(rawValue: shell) != nil else {
      throw ValidationError("--shell takes sh, bash, cmd or pwsh.")
    }
    guard CurlExport.Variables(rawValue: variables) != nil else {
      throw ValidationError("--variables takes resolved or shell.")
    }
    let languages = CodeLanguage.all.map(\.id)
    if let language, format == .code, CodeLanguage.named(language) == nil {
      let near = NearestWord.of(language, in: languages) ?? languages.first { $0.contains(language.lowercased()) }
      let hint = near.map { "did you mean \($0)?" } ?? "--lang takes \(languages.joined(separator: ", "))."
      throw ValidationError("There is no language \(TerminalText.line(language)); \(hint)")
    }
    guard (format == .code) == (language != nil) else {
      throw ValidationError(
        "code takes --lang, and only code does: one of \(languages.joined(separator: ", ")).")
    }
    if exact, format != .curl { throw ValidationError("--exact belongs to curl: the others have one form.") }
  }

  /// `go: Go (net/http)`, one a line.
  private static let languages = CodeLanguage.all.map { "\($0.id): \($0.titleWithLibrary)" }.joined(separator: "\n")

  private var style: CurlCommand.Style { exact ? .exact : .short }

  func run() async throws {
    let result = try result()
    for notice in result.notices { Output.error.say("apus: \(notice)") }
    if !revealSecrets, result.isMasked {
      Output.error.say("apus: secrets are masked; --reveal-secrets writes them")
    }
    try write(result.text.hasSuffix("\n") ? result.text : result.text + "\n")
  }

  private func result() throws(Failure) -> ExportText {
    let format = ExportFormat(rawValue: format.rawValue)
    if let format, !TargetFinder.isURL(target), let (tree, secrets) = try tree() {
      return text(of: tree, in: format, Redaction.standard.adding(secrets))
    }
    var plan = try TargetFinder(options: workspace.chosen).plan(for: target)
    try request.chosen.apply(to: &plan)
    transport.chosen.apply(to: &plan)
    if let format { return text(of: ExportSource.single(plan), in: format, plan.context.redaction()) }
    if let language = language.flatMap(CodeLanguage.named) { return try program(for: plan, in: language) }
    return self.format == .har ? try archive(of: plan) : try command(for: plan)
  }

  /// The folder or collection that TARGET names.
  private func tree() throws(Failure) -> (ImportedCollection, secrets: Set<String>)? {
    // A path into another workspace selects that workspace; anything else is a request or a URL.
    let named = workspace.workspace ?? ((try? WorkspaceLocator.open(target)) == nil ? nil : target)
    guard let location = try? WorkspaceLocator.locate(named) else { return nil }
    let source = ExportSource(location.workspace, environment: workspace.environment)
    do throws(ExportFault) { return try source.tree(target).map { ($0, source.secrets) } } catch {
      throw Failure(.file, TerminalText.shown(error.description))
    }
  }

  private func text(
    of collection: ImportedCollection, in format: ExportFormat, _ redaction: Redaction
  ) -> ExportText {
    ExportText(collection, in: format, redaction: redaction, revealsSecrets: revealSecrets)
  }

  private func archive(of plan: SendPlan) throws(Failure) -> ExportText {
    let log: JSONValue
    do throws(SendFault) {
      log = try plan.archive(
        creator: ("apus", ProgramVersion.text), time: ISOTime.text(Date()), defaults: LiveClient.defaults,
        revealsSecrets: revealSecrets)
    } catch {
      throw plan.failure(for: error)
    }
    return ExportText(text: log.pretty)
  }

  private func program(for plan: SendPlan, in language: CodeLanguage) throws(Failure) -> ExportText {
    do throws(SendFault) {
      return try plan.program(in: language, revealsSecrets: revealSecrets)
    } catch {
      throw plan.failure(for: error)
    }
  }

  private func command(for plan: SendPlan) throws(Failure) -> ExportText {
    let shell = CurlCommand.Shell(rawValue: shell) ?? .sh
    guard variables == CurlExport.Variables.shell.rawValue else {
      do throws(SendFault) {
        let result = try plan.curl(
          style: style, shell: shell, defaults: LiveClient.defaults, revealsSecrets: revealSecrets)
        return ExportText(text: result.text, notices: result.notices)
      } catch {
        throw plan.failure(for: error)
      }
    }
    do throws(SendRefusal) {
      let result = try CurlExport.command(
        for: plan.definition, in: plan.context, style: style, defaults: LiveClient.defaults, shell: shell,
        variables: .shell, revealsSecrets: revealSecrets)
      return ExportText(text: result.text, notices: result.notices)
    } catch {
      throw Failure(.request, error.description)
    }
  }

  private func write(_ text: String) throws(Failure) {
    guard let output else {
      let isJSON = [.har, .postman, .json].contains(format)
      return try Output.standard.write(text, as: isJSON ? .json : .text)
    }
    let file = try OutputFile(output)
    try file.output.write(text)
    try file.commit()
  }
}
