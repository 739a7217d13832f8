import Foundation

/// Reports about the test run itself, on standard error: which parts were skipped and why.
public enum Notice {
  public static func show(_ text: String) {
    FileHandle.standardError.write(Data("notice: \(text)\n".utf8))
  }
}
