/// The types that every schema includes: the well-known types, which have their own JSON form, and the details of
/// `google.rpc.Status`, which servers send without describing them.
enum BuiltInTypes {
  static let text = """
    = google/protobuf/any.proto google.protobuf
    google.protobuf.Any
      1 type_url string
      2 value bytes
    = google/protobuf/duration.proto google.protobuf
    google.protobuf.Duration
      1 seconds int64
      2 nanos int32
    = google/protobuf/timestamp.proto google.protobuf
    google.protobuf.Timestamp
      1 seconds int64
      2 nanos int32
    = google/protobuf/empty.proto google.protobuf
    google.protobuf.Empty
    = google/protobuf/field_mask.proto google.protobuf
    google.protobuf.FieldMask
      1 paths repeated string
    = google/protobuf/struct.proto google.protobuf
    google.protobuf.Struct
      1 fields map string google.protobuf.Value
    google.protobuf.Value
      1 null_value oneof kind google.protobuf.NullValue
      2 number_value oneof kind double
      3 string_value oneof kind string
      4 bool_value oneof kind bool
      5 struct_value oneof kind google.protobuf.Struct
      6 list_value oneof kind google.protobuf.ListValue
    google.protobuf.ListValue
      1 values repeated google.protobuf.Value
    enum google.protobuf.NullValue
      0 NULL_VALUE
    = google/protobuf/wrappers.proto google.protobuf
    google.protobuf.DoubleValue
      1 value double
    google.protobuf.FloatValue
      1 value float
    google.protobuf.Int64Value
      1 value int64
    google.protobuf.UInt64Value
      1 value uint64
    google.protobuf.Int32Value
      1 value int32
    google.protobuf.UInt32Value
      1 value uint32
    google.protobuf.BoolValue
      1 value bool
    google.protobuf.StringValue
      1 value string
    google.protobuf.BytesValue
      1 value bytes
    = google/rpc/status.proto google.rpc
    google.rpc.Status
      1 code int32
      2 message string
      3 details repeated google.protobuf.Any
    = google/rpc/error_details.proto google.rpc
    google.rpc.ErrorInfo
      1 reason string
      2 domain string
      3 metadata map string string
    google.rpc.RetryInfo
      1 retry_delay google.protobuf.Duration
    google.rpc.DebugInfo
      1 stack_entries repeated string
      2 detail string
    google.rpc.QuotaFailure
      1 violations repeated google.rpc.QuotaFailure.Violation
    google.rpc.QuotaFailure.Violation
      1 subject string
      2 description string
      3 api_service string
      4 quota_metric string
      5 quota_id string
      6 quota_dimensions map string string
      7 quota_value int64
      8 future_quota_value optional int64
    google.rpc.PreconditionFailure
      1 violations repeated google.rpc.PreconditionFailure.Violation
    google.rpc.PreconditionFailure.Violation
      1 type string
      2 subject string
      3 description string
    google.rpc.BadRequest
      1 field_violations repeated google.rpc.BadRequest.FieldViolation
    google.rpc.BadRequest.FieldViolation
      1 field string
      2 description string
      3 reason string
      4 localized_message google.rpc.LocalizedMessage
    google.rpc.RequestInfo
      1 request_id string
      2 serving_data string
    google.rpc.ResourceInfo
      1 resource_type string
      2 resource_name string
      3 owner string
      4 description string
    google.rpc.Help
      1 links repeated google.rpc.Help.Link
    google.rpc.Help.Link
      1 description string
      2 url string
    google.rpc.LocalizedMessage
      1 locale string
      2 message string
    """
}

extension BuiltInTypes {
  /// The built-in files, except those that `given` includes or that declare a type which `given` also declares.
  static func files(besides given: [FileDescriptor]) -> [FileDescriptor] {
    let names = Set(given.map(\.name))
    let types = Set(given.flatMap { file in file.messages.map { SchemaBuilder.join(file.package, $0.name) } })
    return all.filter { file in
      !names.contains(file.name)
        && !file.messages.contains { types.contains(SchemaBuilder.join(file.package, $0.name)) }
    }
  }

  private static let all: [FileDescriptor] = DescriptorTable(text).files.compactMap {
    // The table is a constant; a test checks its types.
    try? FileDescriptor(parsing: $0)
  }
}
