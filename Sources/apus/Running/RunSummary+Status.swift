import Sessions

extension RunSummary {
  /// Failed assertions take precedence; without any, the first request that could not be sent decides.
  var status: ExitStatus {
    if statistics.failedAssertions > 0 { return .unexpected }
    return switch statistics.trouble {
    case .file: .file
    case .request: .request
    case .transfer: .transfer
    case nil: .done
    }
  }
}
