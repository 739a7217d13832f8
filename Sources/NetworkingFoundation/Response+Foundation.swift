public import Foundation
import HTTPTypes
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Response {
  /// Stage 3 with a decoder configured by the caller.
  /// - Throws: `NetworkError` of category `decoding` with the coding path.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, decoder: JSONDecoder
  ) throws(NetworkError) -> Value {
    let type = ContentType("application/json", coder: JSONCoder(decoder: { decoder }))
    return try decode(Value.self, config: DecodingConfig(contentType: type))
  }

  /// The head as a Foundation type, with repeated headers joined by commas.
  public var httpURLResponse: HTTPURLResponse? {
    guard let url = URL(string: finalURL) else { return nil }
    var fields: [String: String] = [:]
    for field in headers.fields {
      let name = fields.keys.first { $0.lowercased() == field.name.lowercased() } ?? field.name
      fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
    }
    return HTTPURLResponse(
      url: url, statusCode: status.code, httpVersion: "HTTP/" + head.httpVersion, headerFields: fields)
  }
}
