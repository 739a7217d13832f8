import Networking
import Workspaces

extension GRPCConfig {
  /// What nobody attends to ends by itself.
  private static let unattended = Duration.seconds(30)

  /// How a request's file has its call made.
  init(_ prepared: PreparedRequest, _ call: PreparedCall, isAttended: Bool) {
    self.init()
    compresses = call.definition.compresses
    switch call.definition.carrier {
    case .http2: carrier = .http2
    case .web: carrier = .web(asText: false)
    case .webText: carrier = .web(asText: true)
    }
    let options = prepared.request.options
    if let size = options.maximumBodySize { maximumMessageSize = size > 0 ? size : .max }
    let limit = options.totalTimeout ?? .zero
    deadline = limit > .zero ? limit : isAttended ? nil : Self.unattended
  }
}
