#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Stage 3, handle: how a body becomes a value. Copied and adjusted at the call:
/// `response.decode(Item.self) { $0.json = { $0.dateDecodingStrategy = .iso8601 } }`.
public struct DecodingConfig: Sendable {
  /// The supported formats; the response's Content-Type selects one, and the first is used if it matches none.
  public var contentTypes: ContentTypes
  /// Used regardless of the response's Content-Type.
  public var contentType: ContentType?
  /// Configures the JSON decoder for this call.
  public var json: @Sendable (JSONDecoder) -> Void

  /// By default JSON by Foundation's decoder, whatever the Content-Type.
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
