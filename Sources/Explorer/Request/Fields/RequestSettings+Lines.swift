import Basics
import Workspaces

extension RequestDefinition {
  private static let tagsLine = "tags"
  private static let conditionLine = "if"
  private static let keepAliveLine = "keepAliveInterval"

  /// The lines of the options tab; an option that is not set shows its default, or what the settings of the user or the
  /// workspace say.
  func optionLines(_ configuration: Configuration = Configuration()) -> [FieldLine] {
    let usual = configuration.completing(RequestSettings())
    if kind == .grpc { return callLines(configuration, usual) }
    var lines = SettingKind.shown.map { $0.line(settings, usual: usual, configuration) }
    if kind == .webSocket {
      let interval = conversation.keepAliveInterval
      let text = interval > 0 ? NumberText.text(interval) : ""
      lines.append(FieldLine(Self.keepAliveLine, "Ping every (ms)", .text(isSecret: false), text, placeholder: "never"))
    }
    if body.kind == .graphql { lines = GraphQLLine.allCases.map { $0.line(graphQL) } + lines }
    return lines + configuration.versionLines + runLines
  }

  private var runLines: [FieldLine] {
    [
      FieldLine(
        Self.conditionLine, "Run only if", .text(isSecret: false), condition, placeholder: "always"),
      FieldLine(
        Self.tagsLine, "Tags", .text(isSecret: false), tags.joined(separator: ", "), placeholder: "none"),
    ]
  }

  /// What a call has of the settings, under the names that gRPC gives them, and what only it has.
  private func callLines(_ configuration: Configuration, _ usual: RequestSettings) -> [FieldLine] {
    let settings = SettingKind.shown.filter(\.isOfCalls).map { kind in
      kind.line(self.settings, usual: usual, configuration, title: kind.key == "timeout" ? "Deadline (ms)" : nil)
    }
    return settings + CallLine.allCases.map { $0.line(conversation.call) } + runLines
  }

  /// Sets an option; an invalid text changes nothing.
  mutating func setOption(_ id: String, _ text: String) {
    if id == Self.tagsLine {
      tags = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    } else if id == Self.conditionLine {
      condition = text.trimmed
    } else if let line = CallLine(rawValue: id) {
      line.set(text, in: &conversation.call)
    } else if let line = GraphQLLine(rawValue: id) {
      if line.problem(of: text) == nil { line.set(text, in: &graphQL) }
    } else if id == Self.keepAliveLine {
      if Self.problem(ofOption: id, text) == nil { conversation.keepAliveInterval = Double(text.trimmed) ?? 0 }
    } else {
      SettingKind.all.first { $0.key == id }?.type.set(text, in: &settings)
    }
  }

  /// Why a text is not a valid value for an option; `nil` if it is.
  static func problem(ofOption id: String, _ text: String) -> String? {
    if id == conditionLine {
      let isMissing = !text.trimmed.isEmpty && SendCondition(words: text) == nil
      return isMissing ? "A text, an operator and a value, such as {{role}} eq admin" : nil
    }
    if id == keepAliveLine {
      let isValid = text.trimmed.isEmpty || Double(text.trimmed).map { $0.isFinite && $0 >= 0 } == true
      return isValid ? nil : "A number of milliseconds, such as 30000"
    }
    if let line = GraphQLLine(rawValue: id) { return line.problem(of: text) }
    return TrustField(rawValue: id)?.problem(of: text) ?? SettingKind.all.first { $0.key == id }?.type.problem(of: text)
  }
}

extension SettingKind {
  fileprivate func line(
    _ settings: RequestSettings, usual: RequestSettings, _ configuration: Configuration, title: String? = nil
  ) -> FieldLine {
    let configured = type.text(in: usual)
    var line = FieldLine(
      key, title ?? self.title, type.choices.map { .choice($0) } ?? .text(isSecret: false), type.text(in: settings),
      placeholder: configured.isEmpty ? type.usualText : configured)
    line.note = type.note(in: settings)
    if line.value.isEmpty, let origin = configuration.origin(of: key) { line.note = "from \(origin.rawValue)" }
    return line
  }
}

extension Configuration {
  /// Which file gives the default of a request's setting, by its key; `nil` for none.
  fileprivate func origin(of key: String) -> ConfigurationOrigin? {
    switch key {
    case "timeout": timeout?.origin
    case "followRedirects": followRedirects?.origin
    case "maximumBodySize": maximumBody?.origin
    default: nil
    }
  }

  /// The version of HTTP, which no request has a setting for.
  fileprivate var versionLines: [FieldLine] {
    guard let httpVersion, httpVersion.value != "auto" else { return [] }
    var line = FieldLine("httpVersion", "HTTP version", .fact, httpVersion.value)
    line.note = "from \(httpVersion.origin.rawValue)"
    return [line]
  }
}
