/// What a server did that gRPC does not allow, or that we do not take, as the status that ends the call.
struct GRPCFault: Error, Hashable {
  let status: GRPCStatus

  init(_ code: GRPCStatus.Code, _ words: String) { status = GRPCStatus(code, words) }
}
