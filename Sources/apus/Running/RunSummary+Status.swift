import Sessions

extension RunSummary {
  /// Failed assertions take precedence; without any, the first request that could not be sent decides.
  var status: ExitStatus {
    if failedAssertions > 0 { return .unexpected }
    for result in results {
      switch result.trouble {
      case .file: return .file
      case .request: return .request
      case .transfer: return .transfer
      case nil: continue
      }
    }
    return .done
  }
}
