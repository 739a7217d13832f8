/// What a request takes over from the collection that is around it, beside its variables.
package enum Inheritance: Hashable, Sendable {
  /// Headers, login, proxy, client certificates and whom to believe: a request of the collection.
  case everything
  /// Proxy, client certificates and whom to believe: an exchange of the history holds everything else as it was sent.
  case way
  /// A URL or a command of the user's own. A collection must not add its login to it, nor see it pass its proxy.
  case nothing
}

extension SendContext {
  /// The same variables, with less of the collection.
  package func inheriting(_ what: Inheritance) -> SendContext {
    var context = self
    switch what {
    case .everything: break
    case .way:
      let history = layers.reversed().lazy.compactMap(\.settings.history).first
      context.layers = layers.map { layer in
        let settings = SharedSettings(
          certificates: layer.settings.certificates, proxy: layer.settings.proxy, history: history,
          trust: layer.settings.trust)
        return Layer(path: layer.path, name: layer.name, settings: settings)
      }
    case .nothing: context.layers = []
    }
    return context
  }
}
