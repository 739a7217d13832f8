import Basics
import SessionModel
import Terminal
import Workspaces

/// Exports requests for another tool or a shell. Asks for the format and the file; a service performs the export and
/// reports the result.
package struct Export: Feature {
  package enum Action: Equatable, Sendable {
    /// Exports the folder or request under the cursor of the tree, else the open request.
    case requested
    case formRequested(ExportTarget)
    case answered(Question, String)
    case copied(ExportOrder)
    /// The file, or this file and others of a folder, already exists: ask whether to replace it.
    case collided(ExportJob, path: String, others: Int = 0)
    case confirmed(ExportJob)
  }

  package enum Question: Hashable, Sendable {
    /// The format to export the target in.
    case form(ExportTarget)
    case place(ExportOrder)
    /// The file or folder to export to.
    case path(ExportOrder)
  }

  /// The destination of the requests of a folder.
  private enum Place: String {
    case files, file, clipboard
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .requested:
      if let target = context.app.exportTarget { askForForm(of: target, in: &context) }
    case .formRequested(let target): askForForm(of: target, in: &context)
    case .answered(.form(let target), let id): chosen(id, for: target, in: &context)
    case .answered(.place(let order), let id): chosen(id, for: order, in: &context)
    case .answered(.path(let order), let text):
      let path = text.trimmed
      write(order, to: order.isSplit ? .folder(path, replacing: false) : .file(path, replacing: false), in: &context)
    case .copied(let order): write(order, to: .clipboard, in: &context)
    case .collided(let job, let path, let others):
      let what = others == 0 ? "\(path) exists" : "\(path) and \(others) more exist"
      context.askUnasked(
        .confirm("Export", "\(what). Replace \(others == 0 ? "it" : "them")?", yes: .export(.confirmed(job))),
        orSay: "\(what). Not exported: export again to confirm")
    case .confirmed(var job):
      switch job.destination {
      case .clipboard: return
      case .file(let path, _): job.destination = .file(path, replacing: true)
      case .folder(let path, _): job.destination = .folder(path, replacing: true)
      }
      context.run(.transfer(.export(job)))
    }
  }

  private func askForForm(of target: ExportTarget, in context: inout FeatureContext) {
    let items = context.app.formats.exports.map { Picker.Item(id: $0.id, title: $0.title, detail: $0.detail) }
    context.pick(
      Picker("Export \(context.app.name(of: target)) to a file, secrets masked", .export(.form(target)), items: items))
  }

  private func chosen(_ id: String, for target: ExportTarget, in context: inout FeatureContext) {
    guard let form = context.app.formats.exports.first(where: { $0.id == id }) else { return }
    let order = ExportOrder(target: target, form: form)
    guard case .folder = target, form.canBeSplit else { return askForPath(order, in: &context) }
    let files = Picker.Item(id: Place.files.rawValue, title: "A file for each request", detail: "in a folder")
    let file = Picker.Item(id: Place.file.rawValue, title: "One file", detail: "all requests in order")
    let clipboard = Picker.Item(id: Place.clipboard.rawValue, title: "Clipboard", detail: "all requests in order")
    // Programs run individually, commands in sequence.
    let isProgram = form.language?.isCommand == false
    context.pick(
      Picker(
        "Export \(context.app.name(of: target)) as \(form.title) to", .export(.place(order)),
        items: (isProgram ? [files, file] : [file, files]) + [clipboard]))
  }

  private func chosen(_ id: String, for order: ExportOrder, in context: inout FeatureContext) {
    guard let place = Place(rawValue: id) else { return }
    if place == .clipboard { return write(order, to: .clipboard, in: &context) }
    var order = order
    order.isSplit = place == .files
    askForPath(order, in: &context)
  }

  private func askForPath(_ order: ExportOrder, in context: inout FeatureContext) {
    let name = context.app.name(of: order.target)
    let title = "Export \(name) as \(order.form.title) to the \(order.isSplit ? "folder" : "file")"
    let path = order.isSplit ? ExportForm.stem(for: name) : order.form.fileName(for: name)
    context.ask(Prompt(title, .export(.path(order)), text: path, verb: "export", isPath: true))
  }

  /// The reason why a path is invalid.
  static func fault(ofPath text: String) -> String? { text.trimmed.isEmpty ? "The path is empty" : nil }

  private func write(_ order: ExportOrder, to place: ExportJob.Destination, in context: inout FeatureContext) {
    let app = context.app
    guard let source = app.source(of: order.target) else {
      return context.say("Nothing was exported: \(app.name(of: order.target)) cannot be read", .warning)
    }
    let job = ExportJob(source, as: order.form, to: place, drafts: app.drafts(below: order.target))
    context.run(.transfer(.export(job)))
  }
}

extension AppState {
  /// The folder or request under the cursor of the tree, else the open request.
  fileprivate var exportTarget: ExportTarget? {
    switch focus == .tree ? tree.selected?.id : nil {
    case .collection(let path), .folder(let path): .folder(path)
    case .request(let path): .request(.file(path))
    case .scratch(let number): .request(.scratch(number))
    default: current.map { .request($0) }
    }
  }

  fileprivate var refusalToExport: String? {
    guard let target = exportTarget else { return refusalWithoutRequest }
    guard case .request(let key) = target, sessions[key]?.fault != nil else { return nil }
    return "This file cannot be read: fix it in an editor first"
  }

  /// `nil` if it cannot be read.
  fileprivate func source(of target: ExportTarget) -> ExportJob.Source? {
    switch target {
    case .request(let key):
      if let session = sessions[key] {
        return session.fault == nil ? .draft(key, session.kept(session.sent), terms(of: session)) : nil
      }
      return key.path.map { path in
        let chosen = environmentChosen(in: collection(around: path))
        return .saved(path, SendTerms(environment: chosen, inputs: inputs.variables))
      }
    case .folder(let path):
      let isCollection = workspace.collections.contains { $0.path == path }
      let terms = SendTerms(environment: environmentChosen(in: collection(around: path)), inputs: inputs.variables)
      return .folder(path, terms, isCollection: isCollection)
    }
  }

  /// `Get user`, `the request`
  fileprivate func name(of target: ExportTarget) -> String {
    switch target {
    case .request(let key):
      let name = sessions[key]?.shownName ?? key.path.flatMap { workspace.request(at: $0)?.name } ?? ""
      return name.isEmpty ? "the request" : name
    case .folder(let path):
      return workspace.runTarget(at: path, sendable: program.sendableKinds)?.title ?? path.split(separator: "/").last
        .map(String.init) ?? path
    }
  }

  /// The number of requests of a folder with unsaved changes, which its files lack.
  fileprivate func drafts(below target: ExportTarget) -> Int {
    guard case .folder(let path) = target else { return 0 }
    return sessions.all.values.count { $0.isDraft && $0.key.path?.hasPrefix(path + "/") == true }
  }
}

/// The command that writes requests for another tool.
enum ExportCommands {
  static let all: [Command] = [export]

  private static let export = Command(
    "export", "Export to a file: cURL, code, HAR, .http, Hurl, Postman", [.character("X")], section: .request, rank: 95,
    refusal: { $0.refusalToExport }, handler: { $0.endEditing() + $0.change(by: .export(.requested)) })
}
