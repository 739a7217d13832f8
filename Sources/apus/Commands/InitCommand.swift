import ArgumentParser
import Workspaces

/// `apus init [DIR]`: makes a folder a collection.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a folder a collection: writes the file opencollection.yml.")

  @Argument(help: ArgumentHelp("The folder; default: the current one.", valueName: "dir"), completion: .directory)
  var folder: String?

  func run() throws {
    let folder = folder ?? WorkspaceLocator.currentFolder()
    let path = try Disk.run { () throws(WorkspaceError) in try Workspace.makeCollection(at: folder) }
    try Output.standard.line(path).get()
  }
}

/// `apus adopt [NAME]`: restores a `.apus` folder that was set aside.
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Take over a .apus folder that Apus set aside: its history, drafts and trash.",
    discussion: """
      A workspace can contain a .apus folder that another user or machine made. Apus sets it aside, since its drafts \
      could replace the requests that you see. Take over only one that is yours: from another computer, a backup or \
      an earlier version of Apus. The folder in use until then is set aside instead.
      """)

  @Argument(help: ArgumentHelp("Its name; needed if there are several.", valueName: "name")) var name: String?
  @OptionGroup var place: WorkspacePlace

  func run() throws {
    let folder = try place.locate().workspace.privateFolder
    let chosen = try name ?? only(of: folder)
    let former = try Disk.run { () throws(WorkspaceError) in try folder.adopt(chosen) }
    let rest = former.map { "; the previous one is now \($0)" } ?? ""
    Output.error.say("apus: took over \(chosen)\(rest)")
  }

  private func only(of folder: PrivateFolder) throws(Failure) -> String {
    let all = folder.setAside()
    guard let first = all.first else { throw Failure(.file, "no .apus folder was set aside here") }
    guard all.count == 1 else {
      throw Failure(.file, "several were set aside: \(all.joined(separator: ", ")); name one of them")
    }
    return first
  }
}
