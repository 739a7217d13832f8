public import Basics
public import Essentials

extension RequestConfig {
  /// The body before encoding. Its Content-Type is used unless the request's headers set one, in any order of
  /// assignment.
  public struct Body: Sendable {
    enum Content: Sendable {
      case none
      case bytes([UInt8])
      case json(JSONValue)
      /// Encoded when the request is built, so that a failure is an error of the build.
      case encoded(@Sendable () throws -> [UInt8])
      /// Encoded by the coder of the content type.
      case value(any Encodable & Sendable)
      case form(Form)
      case multipart(Multipart)
      case file(String)
      case stream(BodyStream)
      case finished(Request.Body, parts: Multipart?)
      /// A member could not be encoded.
      case faulty(RequestError)
    }

    var content: Content
    /// Sent unless the headers set one; `nil` sends none.
    package var contentType: String?

    init(_ content: Content, _ contentType: String?) {
      self.content = content
      self.contentType = contentType
    }

    init(finished body: Request.Body, parts: Multipart?) {
      self.init(body == .none ? .none : .finished(body, parts: parts), nil)
    }

    /// No body, and no Content-Type.
    public static var none: Body { Body(.none, nil) }

    /// Bytes, sent unchanged: an array, or Foundation's `Data`.
    public static func bytes(_ bytes: some DataProtocol, contentType: String? = nil) -> Body {
      Body(.bytes(Array(bytes)), contentType)
    }

    /// The same under the name that Foundation's `Data` suggests.
    public static func data(_ data: some DataProtocol, contentType: String? = nil) -> Body {
      bytes(data, contentType: contentType)
    }

    /// Text as UTF-8.
    public static func text(_ text: String, contentType: String? = "text/plain; charset=utf-8") -> Body {
      Body(.bytes(Array(text.utf8)), contentType)
    }

    /// A value as JSON; by default, keys are sorted and slashes not escaped.
    @_disfavoredOverload
    public static func json<Value: Encodable & Sendable>(
      _ value: Value, encoder: (@Sendable () -> JSONEncoder)? = nil
    ) -> Body {
      let makeEncoder = encoder ?? Body.makeJSONEncoder
      return Body(.encoded { Array(try makeEncoder().encode(value)) }, "application/json")
    }

    /// A value in the format of `type`, which need not be among the configuration's `contentTypes`. Without `type`, the
    /// format is the one that the Content-Type header names, else the first of `contentTypes`, by default JSON.
    public static func encoded<Value: Encodable & Sendable>(_ value: Value, as type: ContentType? = nil) -> Body {
      guard let type else { return Body(.value(value), nil) }
      return Body(.encoded { try type.coder.encode(value) }, type.name)
    }

    /// JSON built by hand, with its keys in the order written. A literal that contains only literals needs no type.
    public static func json(_ value: JSONValue) -> Body {
      Body(.json(value), "application/json")
    }

    /// `application/x-www-form-urlencoded`.
    public static func form(_ form: Form) -> Body {
      Body(.form(form), "application/x-www-form-urlencoded")
    }

    /// `multipart/form-data`, or another multipart type if the headers name one.
    public static func multipart(_ parts: Multipart) -> Body {
      Body(.multipart(parts), nil)
    }

    /// The content of a file, read while it is sent. Without `contentType` or a header, it has no Content-Type.
    public static func file(_ path: String, contentType: String? = nil) -> Body {
      Body(.file(path), contentType)
    }

    /// Bytes produced while they are sent; reopened for each attempt.
    public static func stream(_ stream: BodyStream, contentType: String? = nil) -> Body {
      Body(.stream(stream), contentType)
    }

    /// Makes the encoder that `.json` uses by default: sorted keys, unescaped slashes.
    package static let makeJSONEncoder: @Sendable () -> JSONEncoder = {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return encoder
    }

    /// A member of ad-hoc JSON. Setting one turns any other body into a JSON object; `nil` removes the member.
    public subscript(key: String) -> JSONValue? {
      get { member(key) }
      set {
        if case .faulty = content { return }
        var value = JSONValue.object([])
        if case .json(.object(let members)) = content { value = .object(members) }
        value[key] = newValue
        self = Body(.json(value), contentType ?? "application/json")
      }
    }

    /// A member of ad-hoc JSON from any value in a variable: a text, a number, a list, a type of yours; `nil` removes
    /// the member. It is encoded at once; if that fails, building the request throws the error.
    @_disfavoredOverload
    public subscript<Value: Encodable>(key: String) -> Value? {
      @available(
        *, unavailable, message: "a member is read as JSON: body[\"name\"]?.string, .int, .double, .bool or .array"
      )
      get { nil }
      set {
        do throws(RequestError) {
          var json: JSONValue?
          if let newValue { json = try JSONValue(encoding: newValue, for: "the member '\(key)' of the body") }
          self[key] = json
        } catch {
          content = .faulty(error)
        }
      }
    }

    /// A member of ad-hoc JSON, for a fractional number in a variable. Building the request rejects infinity and NaN.
    @_disfavoredOverload
    public subscript(key: String) -> Double? {
      get { member(key)?.double }
      set { self[key] = newValue.map { .number("\($0)") } as JSONValue? }
    }

    private func member(_ key: String) -> JSONValue? {
      if case .json(let value) = content { value[key] } else { nil }
    }

    /// True without a body. An empty text or file is a body.
    package var isNone: Bool {
      if case .none = content { true } else { false }
    }

    /// True for the body of a finished request.
    var isFinished: Bool { if case .finished = content { true } else { false } }

    /// True if building it yields a Content-Type.
    var hasContentType: Bool {
      switch content {
      case .multipart, .value: true
      default: contentType != nil
      }
    }
  }
}

extension RequestConfig.Body {
  struct Built {
    var body: Request.Body
    /// The Content-Type to send if the headers have none.
    var contentType: String?
    var parts: Multipart?
  }

  /// The body as bytes or files.
  /// - Parameter given: the Content-Type from the headers.
  func build(
    contentType given: String?, known: [ContentType], _ opening: SentFile.Opening
  ) throws(RequestError) -> Built {
    let type = given == nil ? contentType : nil
    switch content {
    case .none: return Built(body: .none)
    case .bytes(let bytes): return Built(body: .bytes(bytes), contentType: type)
    case .json(let value):
      if let place = Self.notANumber(in: value) { throw .body("\(place) is not a number that JSON can express") }
      return Built(body: .bytes(Array(value.text.utf8)), contentType: type)
    case .encoded(let write): return Built(body: .bytes(try Self.write(write)), contentType: type)
    case .value(let value):
      guard let type = known.type(for: given) else {
        throw .body("no encoder for \(given ?? "any content type"): register one in contentTypes")
      }
      return Built(
        body: .bytes(try Self.write { try type.coder.encode(value) }), contentType: given == nil ? type.name : nil)
    case .form(let form): return Built(body: .bytes(Array(form.text.utf8)), contentType: type)
    case .multipart(let parts): return try parts.build(contentType: given, opening)
    case .file(let path):
      return Built(body: .file(path: path, size: try opening.size(of: path)), contentType: type)
    case .stream(let stream): return Built(body: .stream(stream), contentType: type)
    case .finished(let body, let parts): return Built(body: body, parts: parts)
    case .faulty(let error): throw error
    }
  }

  /// The place and text of the first number without digits, such as `.price: inf`.
  private static func notANumber(in value: JSONValue) -> String? {
    switch value {
    case .number(let text): text.utf8.contains(where: \.isASCIIDigit) ? nil : ": \(text)"
    case .array(let items):
      items.enumerated().lazy.compactMap { index, item in notANumber(in: item).map { "[\(index)]\($0)" } }.first
    case .object(let members):
      members.lazy.compactMap { member in notANumber(in: member.value).map { ".\(member.name)\($0)" } }.first
    case .null, .bool, .string: nil
    }
  }

  private static func write(_ encode: () throws -> [UInt8]) throws(RequestError) -> [UInt8] {
    do {
      return try encode()
    } catch {
      throw error as? RequestError ?? .body(words(for: error), cause: .init(error))
    }
  }

  /// The encoder's error, with the coding path of the value it could not encode.
  static func words(for error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return String(describing: error) }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}

/// Formats body bytes for a log.
package enum BodyText {
  /// Text up to `limit` bytes; for binary data only its size, so that no control sequence reaches a terminal.
  static func text(of bytes: some Collection<UInt8>, limit: Int, total: Int? = nil) -> String {
    let (start, total) = (Array(bytes.prefix(max(0, limit))), total ?? bytes.count)
    return text(of: start, isCut: start.count < total, total: total)
  }

  /// Text for a body of `total` bytes, of which `start` may be only the beginning.
  package static func text(of start: [UInt8], isCut: Bool, total: Int) -> String {
    var cut = start
    // The limit may have split a character, of which at most three bytes remain.
    for _ in 0..<3 where isCut && String(utf8: cut) == nil && !cut.isEmpty { cut.removeLast() }
    guard let text = String(utf8: cut), isPasteable(text.withoutReturns) else {
      return "\(total) bytes"
    }
    return isCut ? "\(text)… (\(total) bytes)" : text
  }

  package static func file(_ path: String, _ size: some BinaryInteger) -> String { "@\(path) (\(size) bytes)" }

  package static func stream(_ count: (some BinaryInteger)?) -> String {
    count.map { "a stream of \($0) bytes" } ?? "a stream"
  }

  /// True if it contains only text, line ends and tabs, so that it can be pasted into a terminal.
  private static func isPasteable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: \.actsOnTerminal) }
}

extension String {
  fileprivate var withoutReturns: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\r" }))
  }
}

extension Unicode.Scalar {
  /// True for control characters, which act on a terminal that shows or receives them; tab and line end are harmless.
  var actsOnTerminal: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}
