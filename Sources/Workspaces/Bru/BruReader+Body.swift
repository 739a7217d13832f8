extension BruReader {
  /// - Parameter mode: the body mode that the request's block or the example gives.
  mutating func body(_ mode: String) -> BodyDefinition {
    switch mode {
    case "json": .text(.json, text("body:json") ?? text("body") ?? "")
    case "formUrlEncoded", "form-urlencoded": .form(rows("body:form-urlencoded"))
    case "multipartForm", "multipart-form": .multipart(pairs("body:multipart-form").map(Self.part))
    case "file": .file(pairs("body:file").map(Self.choice))
    case "graphql":
      .graphql(query: text("body:graphql") ?? "", variables: text("body:graphql:vars") ?? "")
    default: BodyDefinition.TextKind(word: mode).map { .text($0, text("body:\(mode)") ?? "") } ?? .none
    }
  }

  private static func part(_ pair: BruPair) -> FormPart {
    var value = pair.value
    let type = BruText.takeArgument("contentType", from: &value) ?? ""
    let isFile = value.hasPrefix("@file(") && value.hasSuffix(")")
    let files = isFile ? BruText.takeArgument("file", from: &value) : nil
    let paths = files.map { $0.split(separator: "|").map(String.init) }
    return FormPart(
      pair.name, paths.map { .files($0) } ?? .text(value), contentType: type, isEnabled: pair.isEnabled, note: pair.note
    )
  }

  private static func choice(_ pair: BruPair) -> BodyDefinition.FileChoice {
    var value = pair.value
    let type = BruText.takeArgument("contentType", from: &value) ?? ""
    return BodyDefinition.FileChoice(
      path: BruText.takeArgument("file", from: &value) ?? value, contentType: type, isSelected: pair.isEnabled)
  }
}
