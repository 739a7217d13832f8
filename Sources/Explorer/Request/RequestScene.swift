import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the views of a request draw from: the opened request, and what surrounds it.
struct RequestScene {
  let session: RequestSession
  let given: RequestFeature.Surroundings
  /// Whether it is a history entry whose request is still saved.
  let hasSavedRequest: Bool
  /// Whether unsaved drafts survive a crash.
  let draftsAreKept: Bool
  let now: Date
  /// What a folder or a collection has, whose settings these are: `12 requests in 3 folders`.
  var contents = ""

  var isFocused: Bool { given.isFocused }
}

extension RequestScene: Appearance {
  var size: Size { given.size }
  var capabilities: Capabilities { given.capabilities }
  var theme: Theme { given.theme }
  var isProtected: Bool { given.isProtected }
  var keys: KeyNames { given.keys }
}
