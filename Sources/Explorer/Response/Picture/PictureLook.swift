package import Documents

/// A picture drawn in half blocks, or the facts about one that cannot be drawn.
package struct PictureLook: Equatable, Sendable {
  /// The result of decoding.
  package enum Result: Equatable, Sendable {
    case pixels(PixelGrid)
    /// The reason for the failure.
    case failed(String)
  }

  package let serial: Int
  package var info: ImageInfo
  /// The original size in bytes.
  package var size: Int
  /// `nil` during decoding.
  package var result: Result?
}
