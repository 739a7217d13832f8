import Basics
import Terminal
import Workspaces

/// "Why this value?": where the variables under the cursor come from, and where to change them.
///
/// It has no state: everything follows from its input.
enum VariableFeature {
  enum Action: Equatable, Sendable {
    case explainRequested
    /// Goes to where a variable can be changed.
    case chosen(String)
    /// The same for the variable under the cursor.
    case definitionRequested
    /// Returns to where a variable is used.
    case backRequested
  }

  /// The variables under the cursor and those in scope of the open request.
  struct Surroundings {
    /// Why there is nothing to explain; `nil` while a readable request is open.
    var refusal: String?
    /// The variables in scope; `nil` until they are read.
    var table: VariableTable?
    /// The request's own variables.
    var own: [Row] = []
    /// Where those come from.
    var origin = VariableTable.Origin.request
    var environment: String?
    /// Seconds since 1970.
    var now = 0.0
    /// What the request inherits, from the collection inwards.
    var layers: [SendContext.Layer] = []
    /// Whether there is a place to return to.
    var canReturn = false
    /// The variables of the field under the cursor, and the one at the caret; computed on demand.
    var underCursor: @Sendable () -> (all: [VariableUse], current: VariableUse?)
    /// What the row under the cursor is; computed on demand.
    var row: @Sendable () -> (name: String, lines: [String])? = { nil }
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case pick(Picker)
    /// Opens the editor of environments at a variable.
    case editInEnvironment(String, String?)
    /// Goes to that row of the request's own variables.
    case editInRequest(row: Int)
    /// Goes to its row in what a folder or a collection shares.
    case editInFolder(String, name: String)
    /// Goes to the request whose answer it is.
    case openRequest(id: String)
    /// Goes to the request that keeps it of its answer.
    case openCapture(String)
    case goBack
  }

  static func reduce(_ action: Action, in surroundings: Surroundings) -> [Outcome] {
    switch action {
    case .explainRequested:
      if let refusal = surroundings.refusal { return [.said(.information, refusal)] }
      let (all, current) = surroundings.underCursor()
      let row = surroundings.row()
      guard !all.isEmpty else {
        guard let row else { return [.said(.information, "There is no variable under the cursor")] }
        return [.pick(.about(row.name, "Why this value?", row.lines))]
      }
      guard let table = surroundings.table else {
        return [.said(.information, "The variables are still being read")]
      }
      return [.pick(.explanations(of: all.map(\.name), selected: current?.name, in: table, now: surroundings.now))]
    case .chosen(let name): return go(to: name, in: surroundings)
    case .definitionRequested:
      if let refusal = surroundings.refusal { return [.said(.information, refusal)] }
      let (all, current) = surroundings.underCursor()
      guard let name = current?.name ?? all.first?.name else {
        return [.said(.information, "There is no variable under the cursor")]
      }
      // Of several, the user says which; Enter goes there.
      let isOne = current != nil || all.allSatisfy { $0.name == name }
      return isOne ? go(to: name, in: surroundings) : reduce(.explainRequested, in: surroundings)
    case .backRequested: return [.goBack]
    }
  }

  private static func go(to name: String, in surroundings: Surroundings) -> [Outcome] {
    guard let table = surroundings.table else {
      return [.said(.information, "The variables are still being read")]
    }
    if let reference = ResponseReference.references(in: ["{{\(name)}}"]).first {
      return [.openRequest(id: reference.requestID)]
    }
    let explanation = VariableExplanation(name, in: table)
    switch explanation.origin {
    case .environment(let environment): return [.editInEnvironment(name, environment)]
    case surroundings.origin?:
      return [.editInRequest(row: surroundings.own.firstIndex { $0.name == name && $0.isEnabled } ?? 0)]
    case .runtime: return [.openCapture(name)]
    case let origin?:
      if let layer = surroundings.layer(of: origin, with: name) { return [.editInFolder(layer.path, name: name)] }
      return [.said(.information, "\(name) comes from \(origin.words): it is changed there")]
    case nil where name.hasPrefix("?"): return [.said(.information, "\(name) is \(explanation.reason)")]
    case nil: return [.editInEnvironment(name, surroundings.environment)]
    }
  }
}

extension VariableFeature.Surroundings {
  /// The folder or the collection that gives a variable its value: the innermost of that name.
  fileprivate func layer(of origin: VariableTable.Origin, with name: String) -> SendContext.Layer? {
    let having = layers.filter { $0.settings.variables.contains { $0.name == name && $0.isEnabled } }
    return switch origin {
    case .collection: having.first
    case .folder(let folder): having.last { $0.name == folder }
    default: nil
    }
  }
}

extension Picker {
  /// Says what one thing is.
  static func about(_ name: String, _ title: String, _ lines: [String]) -> Picker {
    Picker(title, .about, items: [Item(id: name, title: VisibleText.of(name))], preview: [name: lines])
  }

  /// Lists each variable once, with its value as detail and the full explanation as preview.
  static func explanations(of names: [String], selected: String?, in table: VariableTable, now: Double) -> Picker {
    var seen: Set<String> = []
    var preview: [String: [String]] = [:]
    let items = names.filter { seen.insert($0).inserted }.map { name -> Item in
      let explanation = VariableExplanation(name, in: table, now: now)
      preview[name] = explanation.lines
      return Item(id: name, title: name, token: explanation.isWrong ? .variableUnresolved : .variableResolved)
    }
    return Picker("Why this value?", .variable, items: items, selected: selected, preview: preview)
  }
}
