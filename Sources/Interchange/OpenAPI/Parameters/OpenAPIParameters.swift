import Basics
import Networking
import Workspaces

/// The parameters of an operation: those of its path, overridden by its own with the same place and name.
struct OpenAPIParameters {
  private(set) var params: [Parameter] = []
  private(set) var headers: [Row] = []
  /// The text in the path, by the name of the parameter.
  private(set) var templates: [String: PathTemplate] = [:]

  init(shared: JSONValue?, own: JSONValue?, at place: String, _ context: inout OpenAPIContext) {
    var cookies: [(text: String, note: String)] = []
    for parameter in Self.merged(shared: shared, own: own, context.references) {
      guard let name = parameter["name"]?.string, let location = parameter["in"]?.string else {
        // A broken reference is reported where it is followed.
        if parameter["$ref"] == nil {
          context.losses.tell("a parameter without a name or place is not carried over", at: place)
        }
        continue
      }
      let value = Self.value(parameter, at: place, &context)
      let style = ParameterStyle(parameter, in: location)
      let isRequired = parameter["required"]?.bool ?? false
      let note = OpenAPIDocs.parameter(parameter)
      Self.tellLosses(parameter, in: location, at: place, &context)
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
        let text = parameter["content"] == nil ? style.text(value) : ForeignText.scalar(value)
        headers.append(Row(name, text, isEnabled: isRequired, note: note))
      case "cookie":
        let pairs = Self.pairs(parameter, named: name, value, style).map { "\($0.name)=\($0.value ?? "")" }
        let text = pairs.joined(separator: "; ")
        if isRequired { cookies.append((text, note)) } else { headers.append(Self.cookie([(text, note)], false)) }
      case let other: context.losses.tell("parameters in \(other) are not carried over", at: place)
      }
    }
    // All cookies are sent in one header (RFC 6265, section 5.4).
    if !cookies.isEmpty { headers.append(Self.cookie(cookies, true)) }
  }

  /// Each place and name once, resolved.
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

  private static func tellLosses(
    _ parameter: JSONValue, in location: String, at place: String, _ context: inout OpenAPIContext
  ) {
    if let style = parameter["style"]?.string, ParameterStyle.Kind(rawValue: style) == nil {
      context.losses.tell("the style \(style) is unknown; the default of its place is used", at: place)
    }
    let examples = if case .object(let members) = parameter["examples"] ?? .null { members.count } else { 0 }
    if examples > 1 { context.losses.tell("examples of parameters other than the first are left out", at: place) }
    if location != "query", parameter["allowReserved"]?.bool == true {
      context.losses.tell("allowReserved has a meaning in a query only and is not carried over", at: place)
    }
  }
}
