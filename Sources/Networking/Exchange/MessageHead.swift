#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What is known of a message without its bytes.
package struct MessageHead: Hashable, Sendable {
  package var direction: ConversationMessage.Direction
  package var kind: ConversationMessage.Kind
  package var date: Date
  /// In bytes.
  package var size: Int
}
