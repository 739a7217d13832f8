import Documents

/// A picture drawn in half blocks, or the facts about one that cannot be drawn.
public struct PictureLook: Equatable, Sendable {
  /// The result of decoding.
  public enum Result: Equatable, Sendable {
    case pixels(PixelGrid)
    /// The reason for the failure.
    case failed(String)
  }

  public let serial: Int
  public var info: ImageInfo
  /// The original size in bytes.
  public var size: Int
  /// `nil` during decoding.
  public var result: Result?
}
