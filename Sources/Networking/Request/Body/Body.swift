#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RequestConfig {
  /// What to send after the head, before it is written as bytes. A body names its Content-Type, which is used where the
  /// request's headers do not say one, whichever of the two was assigned first.
  public struct Body: Sendable {
    enum Content: Sendable {
      case none
      case bytes([UInt8])
      case json(JSONValue)
      /// Written when the request is built, so that a failure is an error of the build.
      case encoded(@Sendable () throws -> [UInt8])
      /// Written by the coder of the content type.
      case value(any Encodable & Sendable)
      case form(Form)
      case multipart(Multipart)
      case file(String)
      case stream(BodyStream)
      case finished(RequestBody, parts: Multipart?)
    }

    var content: Content
    /// Sent where the headers name none; `nil` sends none.
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

    /// Bytes as they are.
    public static func bytes(_ bytes: [UInt8], contentType: String? = nil) -> Body {
      Body(.bytes(bytes), contentType)
    }

    /// Text as UTF-8.
    public static func text(_ text: String, contentType: String? = "text/plain; charset=utf-8") -> Body {
      Body(.bytes(Array(text.utf8)), contentType)
    }

    /// A value as JSON: keys sorted, slashes bare, unless the encoder says otherwise.
    public static func json<Value: Encodable & Sendable>(
      _ value: Value, encoder: @escaping @Sendable () -> JSONEncoder = Body.makeJSONEncoder
    ) -> Body {
      Body(.encoded { Array(try encoder().encode(value)) }, "application/json")
    }

    /// A value in the format of `type`, one that the configuration need not know.
    public static func encoded<Value: Encodable & Sendable>(_ value: Value, as type: ContentType) -> Body {
      Body(.encoded { try type.coder.encode(value) }, type.name)
    }

    /// A value in the format that the Content-Type header names, else in the first of the configuration's
    /// `contentTypes`, which is JSON unless said otherwise.
    public static func encoded<Value: Encodable & Sendable>(_ value: Value) -> Body {
      Body(.value(value), nil)
    }

    /// JSON put together by hand, its keys in the order in which they were written.
    public static func json(_ value: JSONValue) -> Body {
      Body(.json(value), "application/json")
    }

    /// `application/x-www-form-urlencoded`.
    public static func form(_ form: Form) -> Body {
      Body(.form(form), "application/x-www-form-urlencoded")
    }

    /// `multipart/form-data`, or another multipart type when the headers name one.
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

    /// Makes the encoder that `.json` uses unless told otherwise: sorted keys, unescaped slashes.
    public static let makeJSONEncoder: @Sendable () -> JSONEncoder = {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return encoder
    }

    /// A member of ad-hoc JSON. Setting one makes the body a JSON object where it is none; `nil` removes the member.
    public subscript(key: String) -> JSONValue? {
      get {
        guard case .json(let value) = content else { return nil }
        return value[key]
      }
      set {
        var value = JSONValue.object([])
        if case .json(.object(let members)) = content { value = .object(members) }
        value[key] = newValue
        self = Body(.json(value), contentType ?? "application/json")
      }
    }

    /// Whether nothing is sent after the head. An empty text or file is a body.
    public var isNone: Bool {
      if case .none = content { true } else { false }
    }

    /// Whether building it names a Content-Type.
    var hasContentType: Bool {
      switch content {
      case .multipart, .value: true
      default: contentType != nil
      }
    }
  }
}
