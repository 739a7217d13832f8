import Basics

/// The settings of a collection for its scripts.
package struct ScriptSettings: Hashable, Sendable {
  /// The order of scripts after the answer: `extensions.bruno.scripts.flow` of the collection.
  package enum Flow: String, Hashable, Sendable {
    /// From the request outwards.
    case sandwich
    /// From the collection inwards, as before the request.
    case sequential
  }

  package var rules = ScriptRules.bruno
  package var flow = Flow.sandwich

  package init(rules: ScriptRules = .bruno, flow: Flow = .sandwich) {
    self.rules = rules
    self.flow = flow
  }
}

/// The scripts that run with one request, by phase and in their order.
package struct RequestScripts: Hashable, Sendable {
  package var rules: ScriptRules
  package var before: [PlacedScript] = []
  /// Expressions of captures that are JavaScript.
  package var captures: [PlacedScript] = []
  package var after: [PlacedScript] = []
  /// Expressions of assertions that are JavaScript.
  package var assertions: [PlacedScript] = []
  package var tests: [PlacedScript] = []

  package var all: [PlacedScript] { before + afterResponse }
  package var afterResponse: [PlacedScript] { captures + after + assertions + tests }

  /// The phases in which scripts run; those of gRPC only with calls.
  static let phases = Set(phases(of: .grpc) + Script.expressionPhases)
  /// The phases of a call as Bruno names them, in addition to those of HTTP.
  package static let callPhases = ["grpc:before-call-start", "grpc:after-call-end"]
  fileprivate static let beforePhases = ["before-request", callPhases[0]]
  fileprivate static let afterPhases = ["after-response", callPhases[1]]

  /// The phases in which scripts of a request or, for a folder, of those below it run, in their order.
  package static func phases(of kind: RequestDefinition.Kind) -> [String] {
    let all = beforePhases + afterPhases + ["tests"]
    return kind == .grpc || kind.isShared ? all : all.filter { !callPhases.contains($0) }
  }

  /// Phases of Bruno that Apus does not have.
  static let refusedPhases: Set<String> = ["grpc:before-message-send", "grpc:after-message-receive"]
}

extension SendContext {
  /// The scripts that run with a request; `nil` if there are none.
  /// - Parameter file: the path of the request's file in its collection.
  package func scripts(of definition: RequestDefinition, in file: @autoclosure () -> String) -> RequestScripts? {
    let own = definition.allScripts
    let shared = layers.map(\.settings.definition.allScripts)
    guard !own.isEmpty || shared.contains(where: { !$0.isEmpty }) else { return nil }
    let settings = layers.first?.settings.scripting ?? ScriptSettings()
    let levels: [(scripts: [Script], file: String)] =
      zip(layers, shared).map { layer, scripts in
        let folder = FilePaths.relative(layer.path, to: self.folder)
        let isRoot = layer.path == self.folder || folder.isEmpty
        return (scripts, isRoot ? layer.file : "\(folder)/\(layer.file)")
      } + [(own, file())]
    let running = RequestScripts.phases(of: definition.kind) + Script.expressionPhases
    func scripts(_ phases: [String], isReversed: Bool) -> [PlacedScript] {
      let phases = phases.filter(running.contains)
      return (isReversed ? levels.reversed() : levels).flatMap { level in
        level.scripts.filter { phases.contains($0.phase) && !$0.code.trimmed.isEmpty }.map { $0.placed(in: level.file) }
      }
    }
    let isReversed = settings.flow == .sandwich
    var found = RequestScripts(rules: settings.rules)
    found.before = scripts(RequestScripts.beforePhases, isReversed: false)
    found.after = scripts(RequestScripts.afterPhases, isReversed: isReversed)
    found.tests = scripts(["tests"], isReversed: isReversed)
    found.captures = scripts([Script.captures], isReversed: false)
    found.assertions = scripts([Script.assertions], isReversed: false)
    return found.all.isEmpty ? nil : found
  }
}

extension Script {
  /// True if it runs with no request over HTTP.
  package var isOfCalls: Bool { !RequestScripts.phases(of: .http).contains(phase) }
}
