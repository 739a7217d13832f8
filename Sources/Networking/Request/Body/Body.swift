#if canImport(FoundationEssentials)
public import Basics
public import FoundationEssentials
#else
public import Foundation
#endif

extension RequestConfig {
  /// What to send after the head, before encoding. A body has a Content-Type, which is used unless the request's
  /// headers set one, whichever of the two was assigned first.
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
      case finished(RequestBody, parts: Multipart?)
    }

    var content: Content
    /// Sent unless the headers set one; `nil` sends none.
    public var contentType: String?

    init(_ content: Content, _ contentType: String?) {
      self.content = content
      self.contentType = contentType
    }

    init(finished body: RequestBody, parts: Multipart?) {
      self.init(body == .none ? .none : .finished(body, parts: parts), nil)
    }

    /// No body, and no Content-Type.
    public static var none: Body { Body(.none, nil) }

    /// Bytes, sent unchanged.
    public static func bytes(_ bytes: [UInt8], contentType: String? = nil) -> Body {
      Body(.bytes(bytes), contentType)
    }

    /// Text as UTF-8.
    public static func text(_ text: String, contentType: String? = "text/plain; charset=utf-8") -> Body {
      Body(.bytes(Array(text.utf8)), contentType)
    }

    /// A value as JSON; unless the encoder says otherwise, keys are sorted and slashes not escaped.
    public static func json<Value: Encodable & Sendable>(
      _ value: Value, encoder: @escaping @Sendable () -> JSONEncoder = Body.makeJSONEncoder
    ) -> Body {
      Body(.encoded { Array(try encoder().encode(value)) }, "application/json")
    }

    /// A value in the format of `type`, which need not be among the configuration's `contentTypes`.
    public static func encoded<Value: Encodable & Sendable>(_ value: Value, as type: ContentType) -> Body {
      Body(.encoded { try type.coder.encode(value) }, type.name)
    }

    /// A value in the format that the Content-Type header names, else in the first of the configuration's
    /// `contentTypes`, by default JSON.
    public static func encoded<Value: Encodable & Sendable>(_ value: Value) -> Body {
      Body(.value(value), nil)
    }

    /// JSON built by hand, keys in the order written.
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

    /// The content of a file, read while it is sent.
    public static func file(_ path: String, contentType: String? = nil) -> Body {
      Body(.file(path), contentType)
    }

    /// Bytes produced while they are sent; reopened for each attempt.
    public static func stream(_ stream: BodyStream, contentType: String? = nil) -> Body {
      Body(.stream(stream), contentType)
    }

    /// Makes the encoder that `.json` uses by default: sorted keys, unescaped slashes.
    public static let makeJSONEncoder: @Sendable () -> JSONEncoder = {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return encoder
    }

    /// A member of ad-hoc JSON. Setting one turns any other body into a JSON object; `nil` removes the member.
    public subscript(key: String) -> JSONValue? {
      get { member(key) }
      set {
        var value = JSONValue.object([])
        if case .json(.object(let members)) = content { value = .object(members) }
        value[key] = newValue
        self = Body(.json(value), contentType ?? "application/json")
      }
    }

    /// The same for a text in a variable.
    @_disfavoredOverload
    public subscript(key: String) -> String? {
      get { member(key)?.string }
      set { self[key] = newValue.map(JSONValue.string) as JSONValue? }
    }

    /// The same for a number in a variable.
    @_disfavoredOverload
    public subscript(key: String) -> Int? {
      get { member(key)?.integer }
      set { self[key] = newValue.map { .number(String($0)) } as JSONValue? }
    }

    /// The same for a truth value in a variable.
    @_disfavoredOverload
    public subscript(key: String) -> Bool? {
      get { member(key)?.bool }
      set { self[key] = newValue.map(JSONValue.bool) as JSONValue? }
    }

    private func member(_ key: String) -> JSONValue? {
      if case .json(let value) = content { value[key] } else { nil }
    }

    /// Whether there is no body. An empty text or file is a body.
    public var isNone: Bool {
      if case .none = content { true } else { false }
    }

    /// Whether building it yields a Content-Type.
    var hasContentType: Bool {
      switch content {
      case .multipart, .value: true
      default: contentType != nil
      }
    }
  }
}
