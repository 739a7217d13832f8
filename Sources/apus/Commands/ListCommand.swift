import ArgumentParser
import Workspaces

/// `apus list`: lists the requests of a workspace.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the saved requests of a workspace.")

  @Argument(
    help: "A workspace or collection; default: the current folder, else the demo workspace.", completion: .directory)
  var path: String?

  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("workspace")],
    help: "The same, as the other commands take it.", completion: .directory)
  var workspace: String?

  @Flag(help: "Write JSON.")
  var json = false

  func validate() throws {
    if path != nil, workspace != nil { throw ValidationError("Name the workspace once: as PATH or by -w.") }
  }

  func run() throws {
    let tree = try WorkspaceLocator.locate(path ?? workspace).workspace.tree()
    for notice in tree.notices { Output.error.say("apus: \(notice.description)") }
    let output = Output.standard
    if json { return try output.write(TreeText.json(tree)) }
    try output.write(TreeText.lines(tree, alignsNames: output.isTerminal))
  }
}
