import Foundation

/// What a test run says about itself, on standard error: which parts were skipped and why.
public enum Notice {
  public static func show(_ text: String) {
    FileHandle.standardError.write(Data("notice: \(text)\n".utf8))
  }
}
