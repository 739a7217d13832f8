import Interchange
import Sessions
import Terminal
import Workspaces

/// Requests out of the program, as another tool or a shell reads them: asks for the form and the file, and says what
/// became of it. The export itself is a service's.
enum ExportFeature {
  /// What could be exported, with its name.
  struct Choice: Equatable {
    var target: ExportTarget
    /// `Get user`, `the folder Users`
    var name: String
  }

  struct Surroundings {
    /// What the cursor is on; `nil` if that cannot be exported.
    var choice: Choice?
    /// Why there is no choice.
    var refusal: String?
    /// What a target is read from; `nil` if it cannot be read.
    var source: (ExportTarget) -> ExportJob.Source?
    var name: (ExportTarget) -> String
    /// How many requests of a target have unsaved changes that its files lack.
    var drafts: (ExportTarget) -> Int
  }

  enum Action: Equatable {
    /// Of what the cursor is on, to a file.
    case requested
    case formRequested(ExportTarget)
    case formChosen(ExportTarget, id: String)
    case placeChosen(ExportOrder, id: String)
    case pathTyped(ExportOrder, String)
    case copied(ExportOrder)
    case told(ExportAction)
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case pick(Picker)
    case ask(Prompt)
    case askReplacing(ExportJob, what: String)
    case work(ExportJob)
  }

  static func reduce(_ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .requested:
      guard let choice = given.choice else { return [.said(.information, given.refusal ?? "")] }
      return [.pick(.exportForms(of: choice.target, named: choice.name))]
    case .formRequested(let target): return [.pick(.exportForms(of: target, named: given.name(target)))]
    case .formChosen(let target, let id):
      guard let form = ExportForm.named(id) else { return [] }
      let order = ExportOrder(target, as: form)
      if case .folder = target, form.canBeSplit { return [.pick(.exportPlaces(for: order, named: given.name(target)))] }
      return [ask(order, in: given)]
    case .placeChosen(var order, let id):
      guard let place = ExportPlace(rawValue: id) else { return [] }
      if place == .clipboard { return work(order, to: .clipboard, in: given) }
      order.isSplit = place == .files
      return [ask(order, in: given)]
    case .pathTyped(let order, let path):
      return work(order, to: order.isSplit ? .folder(path, replacing: false) : .file(path, replacing: false), in: given)
    case .copied(let order): return work(order, to: .clipboard, in: given)
    case .told(.collided(let job, let path, let others)):
      return [.askReplacing(job, what: others == 0 ? "\(path) exists" : "\(path) and \(others) more exist")]
    case .told(.confirmed(var job)):
      switch job.destination {
      case .clipboard: return []
      case .file(let path, _): job.destination = .file(path, replacing: true)
      case .folder(let path, _): job.destination = .folder(path, replacing: true)
      }
      return [.work(job)]
    }
  }

  private static func ask(_ order: ExportOrder, in given: Surroundings) -> Outcome {
    let name = given.name(order.target)
    let title = "Export \(name) as \(order.form.title) to the \(order.isSplit ? "folder" : "file")"
    let path = order.isSplit ? ExportForm.stem(for: name) : order.form.fileName(for: name)
    return .ask(Prompt(title, .exportFile(order), text: path))
  }

  private static func work(
    _ order: ExportOrder, to destination: ExportJob.Destination, in given: Surroundings
  ) -> [Outcome] {
    guard let source = given.source(order.target) else {
      return [.said(.warning, "Nothing was exported: \(given.name(order.target)) cannot be read")]
    }
    return [.work(ExportJob(source, as: order.form, to: destination, drafts: given.drafts(order.target)))]
  }
}

/// Where the requests of a folder are written to.
enum ExportPlace: String {
  case files, file, clipboard
}

extension Picker {
  /// The places for a form that can be one text or many: programs are run by themselves, commands one after another.
  static func exportPlaces(for order: ExportOrder, named name: String) -> Picker {
    let files = Item(id: ExportPlace.files.rawValue, title: "A file for each request", detail: "in a folder")
    let file = Item(id: ExportPlace.file.rawValue, title: "One file", detail: "all requests in order")
    let clipboard = Item(id: ExportPlace.clipboard.rawValue, title: "Clipboard", detail: "all requests in order")
    let isProgram = order.form.language?.isCommand == false
    return Picker(
      "Export \(name) as \(order.form.title) to", .exportPlace(order),
      items: (isProgram ? [files, file] : [file, files]) + [clipboard])
  }

  /// The forms that a target can have.
  static func exportForms(of target: ExportTarget, named name: String) -> Picker {
    let items = ExportForm.all.map { Item(id: $0.id, title: $0.title, detail: $0.detail) }
    return Picker("Export \(name) to a file, secrets masked", .export(target), items: items)
  }
}
