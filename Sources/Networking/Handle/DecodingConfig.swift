#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stage 3, handle: how a body becomes a value. Copied and adjusted at the call:
/// `response.decode(Item.self) { $0.json = { $0.dateDecodingStrategy = .iso8601 } }`.
public struct DecodingConfig: Sendable {
  /// The formats that are known; the response's Content-Type chooses, the first is used where it names none of them.
  public var contentTypes: ContentTypes
  /// Used whatever the response says.
  public var contentType: ContentType?
  /// Sets strategies on the decoder for this call; for JSON.
  public var json: @Sendable (JSONDecoder) -> Void

  /// JSON by Foundation's decoder, whatever the Content-Type, unless told otherwise.
  public init(
    contentTypes: ContentTypes = ContentTypes([.json]), contentType: ContentType? = nil,
    json: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
  ) {
    self.contentTypes = contentTypes
    self.contentType = contentType
    self.json = json
  }

  func coder(for name: String?) -> (any ContentCoder)? {
    let chosen = contentType ?? contentTypes.type(for: name) ?? contentTypes.all.first
    guard let plain = chosen?.coder as? JSONCoder else { return chosen?.coder }
    return JSONCoder(
      encoder: plain.makeEncoder,
      decoder: { [json] in
        let decoder = plain.makeDecoder()
        json(decoder)
        return decoder
      })
  }
}
