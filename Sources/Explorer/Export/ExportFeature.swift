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
    case pathTyped(ExportOrder, String)
    case copied(ExportOrder)
    case told(ExportAction)
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case pick(Picker)
    case ask(Prompt)
    case askReplacing(ExportJob, path: String)
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
      let name = given.name(target)
      let title = "Export \(name) as \(form.title) to the file"
      return [.ask(Prompt(title, .exportFile(ExportOrder(target, as: form)), text: form.fileName(for: name)))]
    case .pathTyped(let order, let path): return work(order, to: .file(path, replacing: false), in: given)
    case .copied(let order): return work(order, to: .clipboard, in: given)
    case .told(.collided(let job, let path)): return [.askReplacing(job, path: path)]
    case .told(.confirmed(var job)):
      guard case .file(let path, _) = job.destination else { return [] }
      job.destination = .file(path, replacing: true)
      return [.work(job)]
    }
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

extension Picker {
  /// The forms that a target can have.
  static func exportForms(of target: ExportTarget, named name: String) -> Picker {
    let items = ExportForm.all.map { Item(id: $0.id, title: $0.title, detail: $0.detail) }
    return Picker("Export \(name) to a file, secrets masked", .export(target), items: items)
  }
}
