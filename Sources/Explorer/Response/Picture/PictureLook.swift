import Documents

/// A picture drawn in half blocks, or the facts about one that cannot be.
public struct PictureLook: Equatable, Sendable {
  /// What came of the decoding.
  public enum Result: Equatable, Sendable {
    case pixels(PixelGrid)
    /// Why there are none, in words.
    case failed(String)
  }

  public let serial: Int
  public var info: ImageInfo
  /// In bytes, as it came.
  public var size: Int
  /// `nil` while it is being decoded.
  public var result: Result?
}
