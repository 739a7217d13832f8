import Basics
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test that runs scripts if no JavaScript engine is installed.
  package static var scriptEngine: Self {
    let names = [
      "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-4.0.so.18",
      "/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore",
    ]
    // The reason why it cannot be loaded makes no difference.
    let isThere = (try? DynamicLibrary(names)) != nil
    return .enabled(if: isThere, "no JavaScript engine; see Scripts/set-up")
  }
}
