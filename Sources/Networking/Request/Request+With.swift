import Basics
import HTTPTypes

extension Request {
  /// Copies `base`, lets `configure` change it, and builds the request.
  /// - Throws: `RequestError` naming the offending text. Any other error that `configure` throws becomes
  ///   `.configuration` with its description.
  public static func with(
    _ base: RequestConfig = RequestConfig(), _ configure: (inout RequestConfig) throws -> Void = { _ in }
  ) throws(RequestError) -> Request {
    var config = base
    do {
      try configure(&config)
    } catch {
      throw error as? RequestError ?? .configuration(String(describing: error), cause: .init(error))
    }
    return try config.build()
  }

  /// A copy with some parts changed, validated as a whole.
  public func with(_ configure: (inout RequestConfig) throws -> Void) throws(RequestError) -> Request {
    try Request.with(RequestConfig(self), configure)
  }

  /// Sets a header in place; for use in modifiers.
  /// - Throws: `RequestError` if the name or value cannot be sent; the request is then unchanged.
  public mutating func setHeader(_ name: String, _ value: String) throws(RequestError) {
    self = try with { $0.headers.set(name, value) }
  }
}

extension RequestConfig {
  /// Builds and validates the request.
  func build() throws(RequestError) -> Request {
    let (url, user) = try sentURL()
    let method = method ?? .get
    guard !method.rawValue.isEmpty, method.rawValue.utf8.allSatisfy(\.isToken) else {
      throw .method(method.rawValue)
    }
    var headers = headers
    if let user, headers["Authorization"] == nil {
      let plain = PercentEncoding.decode(user) + (user.contains(":") ? [] : [UInt8(ascii: ":")])
      headers.append("Authorization", "Basic " + Base64.encode(plain))
    }
    let opening = SentFile.Opening(options)
    let built = try body.build(contentType: headers["Content-Type"], known: contentTypes, opening)
    let isSuppressed = suppressedHeaders.contains { $0.equalsIgnoringCase("Content-Type") }
    if let type = built.contentType, !isSuppressed { headers.set("Content-Type", type) }
    try headers.check()
    try Self.checkLength(headers, built.body)
    let request = Request(
      method: method, url: url, headers: headers, suppressedHeaders: suppressedHeaders, body: built.body,
      options: options, parts: built.parts, modifiers: RequestModifiers(modifiers), credentials: credentials)
    try request.checkTexts()
    return request
  }

  static func checkLength(_ headers: Headers, _ body: RequestBody) throws(RequestError) {
    guard let actual = body.count else { return }
    for field in headers.fields where field.name.equalsIgnoringCase("Content-Length") {
      guard field.value.trimmingASCII(\.isASCIIWhitespace) == String(actual) else {
        throw .contentLength(field.value, actual: actual)
      }
    }
  }
}

extension Headers {
  /// libcurl sends these with a blank value, as curl on the command line does.
  private static let keepingBlanks = ["User-Agent", "Referer", "Host"]

  /// Rejects characters that would end a field or start another, and turns a blank value into an empty one.
  mutating func check() throws(RequestError) {
    for index in fields.indices {
      let field = fields[index]
      if field.isPlain { continue }
      if let error = Self.fault(in: field, row: index + 1) { throw error }
      if field.value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        !Self.keepingBlanks.contains(where: field.name.equalsIgnoringCase)
      {
        fields[index].value = ""
      }
    }
  }

  private static func fault(in field: Header, row: Int) -> RequestError? {
    guard !field.name.isEmpty else { return .headerName("", row: row, character: nil) }
    if !field.name.utf8.allSatisfy(\.isToken) {
      let bad = field.name.unicodeScalars.first { UInt8(exactly: $0.value)?.isToken != true }
      return .headerName(field.name, row: row, character: bad?.spelled)
    }
    guard field.value.utf8.contains(where: { $0 == 0x0d || $0 == 0x0a || $0 == 0 }) else { return nil }
    for (position, scalar) in field.value.unicodeScalars.enumerated() where "\r\n\0".unicodeScalars.contains(scalar) {
      return .headerValue(name: field.name, row: row, character: scalar.spelled, position: position + 1)
    }
    return nil
  }
}

extension Header {
  /// Whether it needs no further checks, as nearly every field: the name has only letters, digits and hyphens; the
  /// value starts with a visible ASCII character and contains only those and spaces.
  fileprivate var isPlain: Bool {
    let name = name.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2d } && !bytes.isEmpty
    }
    let value = value.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } && (bytes.first ?? 0x20) != 0x20
    }
    return name == true && value == true
  }
}
