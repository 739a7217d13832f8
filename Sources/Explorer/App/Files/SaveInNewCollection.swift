/// A request to be saved once there is a collection for it.
struct SaveInNewCollection: Equatable, Sendable {
  var key: RequestKey
  /// The name it was given; `nil` to ask for it then.
  var name: String?
}
