import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The first letters of a URL or a curl command typed while nothing takes text: each letter is a key of its own, until
/// they can mean nothing else and the smart line opens with them.
///
/// `http` has to be typed whole, because `h` moves the cursor. `curl` and `{{` begin with a key that does nothing, so
/// their second key is already text: the `u` of `curl` would undo.
struct TypedStart: Equatable, Sendable {
  private(set) var text = ""
  /// Whether a key so far was a command.
  private var wasCommand = false
  private var last = Date(timeIntervalSince1970: 0)

  /// Longer pauses are made by somebody who presses single keys.
  private static let longestPause: TimeInterval = 2
  private static let starts = ["http", "curl", "{{"]

  /// Takes a key that nothing else takes; whether the keys are now text.
  /// - Parameter isCommand: whether the key has a command where it was pressed.
  mutating func takes(_ key: Key, isCommand: Bool, at now: Date) -> Bool {
    guard case .character(let character) = key.code, key.modifiers.isEmpty else {
      self = TypedStart()
      return false
    }
    if now.timeIntervalSince(last) > Self.longestPause { self = TypedStart() }
    if !begins(text + String(character)) { self = TypedStart() }
    guard begins(text + String(character)) else { return false }
    text.append(character)
    last = now
    if Self.starts.contains(text) || text.count > 1 && !wasCommand { return true }
    wasCommand = wasCommand || isCommand
    return false
  }

  private func begins(_ typed: String) -> Bool { Self.starts.contains { $0.hasPrefix(typed) } }
}
