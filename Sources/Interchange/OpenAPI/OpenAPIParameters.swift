import Basics
import HTTPModel
import Workspaces

/// The parameters of an operation: those of its path, overridden by its own with the same location and name.
struct OpenAPIParameters {
  private(set) var params: [Parameter] = []
  private(set) var headers: [Row] = []
  /// The path templates, by the name of the parameter.
  private(set) var templates: [String: PathTemplate] = [:]

  init(shared: JSONValue?, own: JSONValue?, at place: String, _ context: inout OpenAPIContext) {
    var cookies: [(text: String, note: String)] = []
    for parameter in Self.merged(shared: shared, own: own, context.references) {
      guard let name = parameter["name"]?.string, let location = parameter["in"]?.string else {
        // The reader that follows a broken reference reports it.
        if parameter["$ref"] == nil {
          context.losses.report("a parameter without a name or place is not carried over", at: place)
        }
        continue
      }
      let value = Self.value(parameter, at: place, &context)
      let style = ParameterStyle(parameter, in: location)
      let isRequired = parameter["required"]?.bool ?? false
      let note = OpenAPIDocs.parameter(parameter)
      Self.reportLosses(parameter, in: location, at: place, &context)
      switch location {
      case "query":
        params += Self.pairs(parameter, named: name, value, style).map { pair in
          Parameter(.query, Row(pair.name, pair.value ?? "", isEnabled: isRequired, note: note))
        }
      case "querystring":
        // The whole query as one text (3.2).
        params += QueryText.pairs(of: "?" + QueryEncoding.content(ForeignText.scalar(value))).map { pair in
          Parameter(.query, Row(pair.name, pair.value ?? "", isEnabled: isRequired, note: note))
        }
      case "path":
        let template = PathTemplate(name, value, style)
        templates[name] = template
        params += template.rows.map { Parameter(.path, Row($0.name, $0.value, note: note)) }
      case "header":
        let text =
          parameter["content"] == nil ? style.text(value) : RequestName.oneLine(ForeignText.scalar(value))
        headers.append(Row(name, text, isEnabled: isRequired, note: note))
      case "cookie":
        let pairs = Self.pairs(parameter, named: name, value, style).map { "\($0.name)=\($0.value ?? "")" }
        let text = pairs.joined(separator: "; ")
        if isRequired { cookies.append((text, note)) } else { headers.append(Self.cookie([(text, note)], false)) }
      case let other: context.losses.report("parameters in an unknown place are not carried over", at: place, other)
      }
    }
    // All cookies are sent in one header (RFC 6265, section 5.4).
    if !cookies.isEmpty { headers.append(Self.cookie(cookies, true)) }
  }

  /// The resolved parameters, each location and name once.
  static func merged(shared: JSONValue?, own: JSONValue?, _ references: JSONReferences) -> [JSONValue] {
    var all: [JSONValue] = []
    var indices: [[String]: Int] = [:]
    for parameter in ((shared?.array ?? []) + (own?.array ?? [])).map(references.overlaid) {
      let key = [parameter["in"]?.string ?? "", parameter["name"]?.string ?? ""]
      if let index = indices[key] {
        all[index] = parameter
      } else {
        indices[key] = all.count
        all.append(parameter)
      }
    }
    return all
  }

  private static func value(_ parameter: JSONValue, at place: String, _ context: inout OpenAPIContext) -> JSONValue? {
    if let first = context.written(parameter, at: place).first { return first.value }
    // A parameter may have a media type of its own.
    if case .object(let types) = parameter["content"] ?? .null, let type = types.first {
      return context.media(type.value, for: .request, at: place)
    }
    return parameter["schema"].flatMap { context.samples.parameter($0) }
  }

  private static func pairs(
    _ parameter: JSONValue, named name: String, _ value: JSONValue?, _ style: ParameterStyle
  ) -> [QueryText.Pair] {
    guard parameter["content"] != nil else { return style.pairs(name, value) }
    return [.init(QueryEncoding.name(name), QueryEncoding.content(ForeignText.scalar(value)))]
  }

  private static func cookie(_ cookies: [(text: String, note: String)], _ isEnabled: Bool) -> Row {
    let notes = cookies.map(\.note).filter { !$0.isEmpty }
    return Row(
      "Cookie", cookies.map(\.text).joined(separator: "; "), isEnabled: isEnabled, note: notes.joined(separator: " "))
  }

  private static func reportLosses(
    _ parameter: JSONValue, in location: String, at place: String, _ context: inout OpenAPIContext
  ) {
    if let style = parameter["style"]?.string, ParameterStyle.Kind(rawValue: style) == nil {
      context.losses.report("the default of the place is used for an unknown style", at: place, style)
    }
    let count = parameter["examples"]?.members?.count ?? 0
    if count > 1 { context.losses.report("examples of parameters other than the first are left out", at: place) }
    if location != "query", parameter["allowReserved"]?.bool == true {
      context.losses.report("allowReserved has a meaning in a query only and is not carried over", at: place)
    }
  }
}

/// Serializes a parameter's value: the table "Style Examples" of OpenAPI 3.1, and the collection formats of Swagger
/// 2.0.
struct ParameterStyle: Hashable {
  enum Kind: String {
    case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject
    /// `tsv` in Swagger 2.0.
    case tabDelimited
    /// Like `form` without encoding (3.2).
    case cookie
  }

  var kind: Kind
  var explodes: Bool
  var allowsReserved: Bool

  /// The style of a parameter or encoding, with the defaults of its location.
  init(_ node: JSONValue, in place: String) {
    let standard: Kind = place == "path" || place == "header" ? .simple : .form
    kind = node["style"]?.string.flatMap(Kind.init) ?? standard
    explodes = node["explode"]?.bool ?? (kind == .form || kind == .cookie)
    allowsReserved = node["allowReserved"]?.bool ?? false
  }

  /// The separator of a list in one text.
  var delimiter: String {
    switch kind {
    case .spaceDelimited: " "
    case .pipeDelimited: "|"
    case .tabDelimited: "\t"
    default: ","
    }
  }

  /// The name and value of each row of a query or cookie, encoded for sending.
  func pairs(_ name: String, _ value: JSONValue?) -> [QueryText.Pair] {
    let own = QueryEncoding.name(name)
    switch value ?? .null {
    case .array(let items) where kind == .deepObject || isExploded:
      return items.isEmpty ? [.init(own, "")] : items.map { .init(own, encoded($0)) }
    case .object(let members) where kind == .deepObject:
      return members.isEmpty
        ? [.init(own, "")] : members.flatMap { deep("\(own)[\(QueryEncoding.name($0.name))]", $0.value) }
    case .object(let members) where isExploded:
      return members.isEmpty ? [.init(own, "")] : members.map { .init(QueryEncoding.name($0.name), encoded($0.value)) }
    case .array, .object:
      return [.init(own, Self.flat(value).map { encoded($0) }.joined(separator: QueryEncoding.delimiter(delimiter)))]
    case let other: return [.init(own, encoded(other))]
    }
  }

  /// The value of a header, which is not encoded (3.1.1, "Common Fixed Fields") and has one line.
  func text(_ value: JSONValue?) -> String {
    if case .object(let members) = value ?? .null, explodes {
      let pairs = members.map { "\($0.name)=\(ForeignText.scalar($0.value))" }
      return RequestName.oneLine(pairs.joined(separator: delimiter))
    }
    return RequestName.oneLine(Self.flat(value).map { ForeignText.scalar($0) }.joined(separator: delimiter))
  }

  /// The specification does not define `explode` for delimited styles; the values become rows.
  private var isExploded: Bool { explodes && kind != .simple && kind != .label && kind != .matrix }

  /// The pairs of nested objects, which the specification does not define, in their usual form.
  private func deep(_ name: String, _ value: JSONValue) -> [QueryText.Pair] {
    switch value {
    case .array(let items): items.map { .init(name, encoded($0)) }
    case .object(let members): members.flatMap { deep("\(name)[\(QueryEncoding.name($0.name))]", $0.value) }
    default: [.init(name, encoded(value))]
    }
  }

  private func encoded(_ value: JSONValue) -> String {
    let text = ForeignText.scalar(value)
    return kind == .cookie ? text : QueryEncoding.value(text, keepsReserved: allowsReserved)
  }

  /// The values of a list; for an object each name, followed by its value.
  static func flat(_ value: JSONValue?) -> [JSONValue] {
    switch value {
    case nil, .null: []
    case .array(let items): items
    case .object(let members): members.flatMap { [.string($0.name), $0.value] }
    case let other?: [other]
    }
  }
}
